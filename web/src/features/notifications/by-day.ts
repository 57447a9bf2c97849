import type { Notification } from '@fornix/contract'
import { messages } from './messages.ts'

const long = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'short', day: 'numeric', year: 'numeric' })
const dayOf = (date: Date) => date.toDateString()

/** Entries under the day of the reader's own clock, in the order in which they come. */
export const byDay = (entries: Notification[], now = new Date()) => {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  const nameOf = (iso: string) => {
    const date = new Date(iso)
    if (dayOf(date) === dayOf(now)) return messages.today
    return dayOf(date) === dayOf(yesterday) ? messages.yesterday : long.format(date)
  }
  const days: { day: string; entries: Notification[] }[] = []
  for (const entry of entries) {
    const day = nameOf(entry.timestamp)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}
