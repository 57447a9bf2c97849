import { expect, test } from 'vitest'
import { isDay } from './is-day.ts'

test('only a day as an address writes it is one', () => {
  expect(isDay('2032-03-08')).toBe(true)
  for (const other of [null, '', '2032-3-8', '2032-03-08T10:00', '0203-03-08', 'today'])
    expect(isDay(other)).toBe(false)
})
