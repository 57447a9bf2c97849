import { IconAlertTriangle, IconCalendarDue, IconClockExclamation } from '@tabler/icons-react'
import { WordBadge } from './WordBadge.tsx'

const soon = 5
const counted = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`
const wordsOf = (days: number) =>
  days < 0 ? `Overdue by ${counted(-days)}` : days === 0 ? 'Due today' : `${counted(days)} left`

/** How many days are left until something is due, and since when it is overdue. */
export const DaysLeft = ({ days }: { days: number }) => {
  const [color, icon] =
    days < 0
      ? (['red', IconAlertTriangle] as const)
      : days <= soon
        ? (['amber', IconClockExclamation] as const)
        : (['gray', IconCalendarDue] as const)
  return (
    <WordBadge size="md" color={color} icon={icon}>
      {wordsOf(days)}
    </WordBadge>
  )
}
