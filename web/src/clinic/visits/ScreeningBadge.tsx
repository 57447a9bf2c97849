import { type ScreeningState, siteShortDay } from '@fornix/contract'
import { Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, type TablerIcon } from '@tabler/icons-react'
import { WordBadge } from '../../ui/display/WordBadge.tsx'

const clarify: [string, TablerIcon] = ['amber', IconAlertTriangle]
const looks: Record<ScreeningState, [color: string, icon: TablerIcon]> = {
  cleared: ['green', IconCircleCheck],
  not_cleared: ['red', IconCircleX],
  to_be_clarified: clarify,
  waiting: clarify,
  not_asked: clarify,
  expired: clarify,
}
const words: Record<ScreeningState, (until: string) => string> = {
  cleared: (until) => `Cleared until ${until}`,
  not_cleared: () => 'Not cleared',
  to_be_clarified: () => 'To be clarified',
  waiting: () => 'Waiting for review',
  not_asked: () => 'Not asked yet',
  expired: (until) => `Answers expired ${until}`,
}

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

type Props = { state: ScreeningState; until: string | null; timeZone?: string; className?: string | undefined }

export const screeningWords = (state: ScreeningState, until: string | null, timeZone: string) =>
  words[state](until ? siteShortDay(until, timeZone) : '')

/** Whether somebody may be scanned, in words with an icon: only a clearance is green, and unknown never looks reassuring. */
export const ScreeningBadge = ({ state, until, timeZone = ownZone(), className }: Props) => {
  const [color, Icon] = looks[state]
  return (
    <WordBadge color={color} icon={Icon} className={className}>
      {screeningWords(state, until, timeZone)}
    </WordBadge>
  )
}

/** The same for tight spaces: it may wrap. */
export const ScreeningLine = ({ state, until, timeZone = ownZone() }: Omit<Props, 'className'>) => {
  const [color, Icon] = looks[state]
  return (
    <Text size="xs" fw={600} c={`light-dark(var(--mantine-color-${color}-8), var(--mantine-color-${color}-2))`}>
      <Icon size={13} aria-hidden style={{ verticalAlign: '-2px' }} /> {screeningWords(state, until, timeZone)}
    </Text>
  )
}
