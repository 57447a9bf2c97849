import { expect, test } from 'vitest'
import { isStaffSeries, newStaffSeries } from './staff-series.ts'

test('a series of staff tells itself from any other, and no two are the same', () => {
  const all = Array.from({ length: 2000 }, newStaffSeries)
  expect(all.every(isStaffSeries)).toBe(true)
  expect(new Set(all).size).toBe(all.length)
  expect(all.every((uid) => uid.length <= 64 && /^2\.25\.[1-9]\d*$/.test(uid))).toBe(true)
})

test.each([
  '',
  '2.25.',
  '2.25.0',
  '2.25.133371929381126432105268862047013915418',
  `2.25.${'9'.repeat(39)}`,
  `2.25.${'9'.repeat(60)}`,
  '1.2.840.113619.2.5.1762583153.215519.978957063.78',
])('a scanner’s %s is none', (uid) => expect(isStaffSeries(uid)).toBe(false))

test('nor is what differs from one by a digit', () => {
  const uid = newStaffSeries()
  for (const at of [5, 20, uid.length - 1]) {
    const digit = (Number(uid[at]) + 1) % 10
    expect(isStaffSeries(`${uid.slice(0, at)}${digit}${uid.slice(at + 1)}`)).toBe(false)
  }
  expect([` ${uid}`, `1${uid}`, `${uid}.1`].some(isStaffSeries)).toBe(false)
})
