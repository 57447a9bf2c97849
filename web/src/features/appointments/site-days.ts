import { addDays, type Slot, siteDay } from '@fornix/contract'
import { dateFormatter } from '../../ui/display/dates.ts'

const plain = (day: string) => new Date(`${day}T00:00:00Z`)
const text = (date: Date) => date.toISOString().slice(0, 10)

/** `2026-11-01`, the month of a day, or a number of months after it. */
export const monthOf = (day: string, after = 0) => {
  const date = plain(day)
  return text(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + after, 1)))
}
export const lastOf = (month: string) => addDays(monthOf(month, 1), -1)
/** `November 2026` */
export const monthName = dateFormatter({ timeZone: 'UTC', month: 'long', year: 'numeric' })

const weekday = dateFormatter({ timeZone: 'UTC', weekday: 'short' })
/** `Su` */
export const weekdayName = (day: string) => weekday(day).slice(0, 2)

/** Free half hours by day, in the site's time zone. */
export const byDay = (slots: readonly Slot[], timeZone: string) =>
  Map.groupBy(slots, ({ start }) => siteDay(start, timeZone))
