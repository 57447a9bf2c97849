import { addDays, type Slot, siteDay, zoneMark } from '@fornix/contract'
import { siteTime } from '../../platform/language/site-time.ts'
import { dateFormatter } from '../../ui/display/dates.ts'

const plain = (day: string) => new Date(`${day}T00:00:00Z`)
const text = (date: Date) => date.toISOString().slice(0, 10)

/** `2026-11-01`, the month in which a day lies, and months after it. */
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

/** Free half hours by the day of the site. */
export const byDay = (slots: readonly Slot[], timeZone: string) =>
  Map.groupBy(slots, ({ start }) => siteDay(start, timeZone))

/** `1:30 AM`; on the night in which clocks go back there are two of them, told apart by `EDT` and `EST`. */
export const timeLabels = (slots: readonly Slot[], timeZone: string) => {
  const plainly = slots.map(({ start }) => siteTime(start, timeZone))
  return plainly.map((label, n) =>
    plainly.indexOf(label) === plainly.lastIndexOf(label)
      ? label
      : `${label} ${zoneMark(slots[n]?.start ?? '', timeZone)}`,
  )
}

export const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text)
