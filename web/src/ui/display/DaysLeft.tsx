import { IconAlertTriangle, IconCalendarDue, IconClockExclamation } from '@tabler/icons-react'
import { daysLeftWords } from './days-left-words.ts'
import { WordBadge } from './WordBadge.tsx'

const soon = 5

/** How many days are left until something is due, or since when it is overdue. */
export const DaysLeft = ({ days }: { days: number }) => {
  const [color, icon] =
    days < 0
      ? (['red', IconAlertTriangle] as const)
      : days <= soon
        ? (['amber', IconClockExclamation] as const)
        : (['gray', IconCalendarDue] as const)
  return (
    <WordBadge size="md" color={color} icon={icon}>
      {daysLeftWords(days)}
    </WordBadge>
  )
}
