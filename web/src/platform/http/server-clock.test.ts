import { afterEach, expect, test } from 'vitest'
import { noteServerTime, serverNow } from './server-clock.ts'

const hourMs = 3_600_000
const note = (ms: number, cache = 'no-store') =>
  noteServerTime(new Headers({ date: new Date(Date.now() + ms).toUTCString(), 'cache-control': cache }))
const ahead = () => Math.round((serverNow() - Date.now()) / hourMs)

afterEach(() => note(0))

test('the time is that of the answer', () => {
  note(3 * hourMs)
  expect(ahead()).toBe(3)
  note(-2 * hourMs)
  expect(ahead()).toBe(-2)
})

test('a difference of less than a minute is the way of the answer', () => {
  note(3 * hourMs)
  note(30_000)
  expect(serverNow() - Date.now()).toBeLessThan(1000)
})

test('an answer that the browser may have kept since yesterday says nothing', () => {
  note(-24 * hourMs, 'public, max-age=31536000, immutable')
  expect(ahead()).toBe(0)
})
