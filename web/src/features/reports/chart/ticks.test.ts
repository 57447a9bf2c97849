import { expect, test } from 'vitest'
import { shareOf, ticksOf } from './ticks.ts'

test.each([
  [0, [0, 1]],
  [0.3, [0, 1]],
  [3, [0, 1, 2, 3]],
  [5, [0, 1, 2, 3, 4, 5]],
  [6, [0, 2, 4, 6]],
  [23, [0, 5, 10, 15, 20, 25]],
  [52, [0, 20, 40, 60]],
  [1000, [0, 200, 400, 600, 800, 1000]],
  [1234.5, [0, 500, 1000, 1500]],
  [100_138, [0, 50_000, 100_000, 150_000]],
])('up to %d the axis has round numbers, whole and few', (most, ticks) => {
  expect(ticksOf(most)).toEqual(ticks)
})

test('the bar of the last number is as long as the axis', () => {
  expect(shareOf(25, ticksOf(23))).toBe('100%')
  expect(shareOf(5, ticksOf(23))).toBe('20%')
})
