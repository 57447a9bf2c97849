import { dayMs, hourMs } from '@fornix/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { elapsedSince, moment } from './elapsed.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
})
afterEach(() => vi.useRealTimers())

test('a clock that was set back does not make what passed less', () => {
  const began = moment()
  vi.advanceTimersByTime(hourMs)
  vi.setSystemTime(Date.now() - dayMs)
  expect(elapsedSince(began)).toBe(hourMs)
})

test('a night of sleep counts, in which one of the clocks stands still', () => {
  const began = moment()
  vi.setSystemTime(Date.now() + 8 * hourMs)
  expect(elapsedSince(began)).toBe(8 * hourMs)
})
