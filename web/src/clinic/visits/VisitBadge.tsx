import type { VisitStatus } from '@fornix/contract'
import { IconCheck, IconClock, IconScan, IconUserCheck, IconUserOff, type TablerIcon } from '@tabler/icons-react'
import { WordBadge } from '../../ui/display/WordBadge.tsx'
import { visitWords } from './visit-words.ts'

const looks: Record<VisitStatus, [color: string, icon: TablerIcon]> = {
  expected: ['gray', IconClock],
  arrived: ['iris', IconUserCheck],
  started: ['petrol', IconScan],
  done: ['green', IconCheck],
  no_show: ['amber', IconUserOff],
}

/** The status of a visit, for staff. */
export const VisitBadge = ({ status }: { status: VisitStatus }) => {
  const [color, icon] = looks[status]
  return (
    <WordBadge color={color} icon={icon}>
      {visitWords[status]}
    </WordBadge>
  )
}
