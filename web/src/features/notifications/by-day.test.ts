import type { Notification } from '@fornix/contract'
import { dayMs } from '@fornix/contract'
import { expect, test } from 'vitest'
import { noteServerTime, serverNow } from '../../platform/http/server-clock.ts'
import { byDay } from './by-day.ts'
import { messages } from './messages.ts'

const now = new Date(2026, 2, 1, 0, 5)
const at = (...when: [year: number, month: number, day: number, hour: number]): Notification => ({
  id: when.join(),
  item_type: 'file',
  patient_name: 'Ana Rivera',
  patient_id: 'P-1',
  dob: '',
  mrn_number: '',
  has_namesake: false,
  read: false,
  timestamp: new Date(...when).toISOString(),
  by: '',
  note: '',
  item_id: 'file-1',
})
const daysOf = (...entries: Notification[]) => byDay(entries, now).map(({ day, entries: held }) => [day, held.length])

test('shortly after midnight an hour ago was yesterday', () => {
  expect(daysOf(at(2026, 2, 1, 0), at(2026, 1, 28, 23))).toEqual([
    ['Today', 1],
    ['Yesterday', 1],
  ])
})

test('the same day of another year is not today', () => {
  expect(daysOf(at(2025, 2, 1, 12))).toEqual([['Saturday, Mar 1, 2025', 1]])
})

test('entries of one day stand under one name, and nothing is lost', () => {
  expect(daysOf(at(2026, 2, 1, 0), at(2026, 1, 27, 20), at(2026, 1, 27, 9), at(2026, 1, 26, 9))).toEqual([
    ['Today', 1],
    ['Friday, Feb 27, 2026', 2],
    ['Thursday, Feb 26, 2026', 1],
  ])
})

test('without entries there is no day', () => {
  expect(daysOf()).toEqual([])
})

test.each([
  [0, 'Notifications, none unread', 'All read'],
  [7, 'Notifications, 7 unread', '7 unread'],
])('%i unread are told as “%s” and “%s”', (unread, label, count) => {
  expect(messages.label(unread)).toBe(label)
  expect(messages.unreadCount(unread)).toBe(count)
})

test('today is by the clock of the server, not by that of the device', () => {
  const note = (ms: number) =>
    noteServerTime(new Headers({ date: new Date(Date.now() + ms).toUTCString(), 'cache-control': 'no-store' }))
  note(-dayMs)
  const entry = { ...at(2026, 2, 1, 0), timestamp: new Date(serverNow()).toISOString() }
  expect(byDay([entry]).map(({ day }) => day)).toEqual(['Today'])
  note(0)
})
