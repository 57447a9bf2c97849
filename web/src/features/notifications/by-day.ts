import type { Notification } from '@fornix/contract'
import { serverNow } from '../../platform/http/server-clock.ts'
import { messages } from './messages.ts'

const long = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'short', day: 'numeric', year: 'numeric' })
const dayOf = (date: Date) => date.toDateString()

/** Entries grouped by day in the reader's own calendar, in their given order. */
export const byDay = (entries: Notification[], now = new Date(serverNow())) => {
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
