import { expect, test } from 'vitest'
import { formatDateTime, formatDay, formatDayAndMinute, formatMediumDay, formatTime } from './dates.ts'

const morning = new Date(2026, 1, 4, 9, 5, 7).toISOString()
const afternoon = new Date(2026, 10, 21, 15, 30, 0).toISOString()

test('a day is written year, month, day with leading zeros', () => {
  expect(formatDay(morning)).toBe('2026-02-04')
})
test('a time has twelve hours and seconds', () => {
  expect(formatTime(morning)).toBe('9:05:07 AM')
  expect(formatTime(afternoon)).toBe('3:30:00 PM')
})
test('day and time together have seconds too', () => {
  expect(formatDateTime(morning)).toBe('Feb 4, 2026, 9:05:07 AM')
})
test('a deadline has no seconds', () => {
  expect(formatDayAndMinute(morning)).toBe('Feb 4, 2026, 9:05 AM')
})
test('a day in words has a short month', () => {
  expect(formatMediumDay(morning)).toBe('Feb 4, 2026')
})
test('what is not a time is shown as nothing', () => {
  expect([formatDay(''), formatTime('soon'), formatDateTime(''), formatMediumDay('')]).toEqual(['', '', '', ''])
})
