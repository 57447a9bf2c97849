import { AuthorizationForm, dayMs, dob, hourMs, typedDay } from '@fornix/contract'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from './query-client.ts'
import { noteServerTime, serverNow } from './server-clock.ts'

const note = (ms: number, cache = 'no-store') =>
  noteServerTime(new Headers({ date: new Date(Date.now() + ms).toUTCString(), 'cache-control': cache }))
const ahead = () => Math.round((serverNow() - Date.now()) / hourMs)

afterEach(() => {
  vi.useRealTimers()
  note(0)
})

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

test('a response that the browser may have kept since yesterday says nothing', () => {
  note(-dayMs, 'public, max-age=31536000, immutable')
  expect(ahead()).toBe(0)
})

test('a clock that is set back while the page is open changes nothing', () => {
  note(0)
  const before = serverNow()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 365 * dayMs })
  expect(Math.round((serverNow() - before) / hourMs)).toBe(0)
})

const dayIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
const birthIn = (days: number) => dayIn(days).replace(/^(\d{4})-(.*)$/, '$2-$1')
const form = (expirationDate: string) => ({
  personalUse: true,
  secondOpinion: false,
  other: false,
  otherDetails: '',
  expirationDate,
  signature: 'Ana Rivera',
})

test.each([-370, 370])(
  'days are checked by the time of the server, where it is %i days from that of the device',
  (days) => {
    note(days * dayMs)
    expect(dob.safeParse(birthIn(days)).success).toBe(true)
    expect(dob.safeParse(birthIn(days + 3)).success).toBe(false)
    expect(AuthorizationForm.safeParse(form(dayIn(days + 3))).success).toBe(true)
    expect(AuthorizationForm.safeParse(form(dayIn(days - 3))).success).toBe(false)
    const year = dayIn(days).slice(0, 4)
    expect(typedDay(`1/1/${year.slice(2)}`)).toBe(`${year}-01-01`)
    const next = String(Number(year) + 1).slice(2)
    expect(typedDay(`1/1/${next}`)).toBe(`19${next}-01-01`)
  },
)

test('what was read before the clock was set back is read again', () => {
  queryClient.setQueryData(['list'], 'old', { updatedAt: Date.now() + dayMs })
  expect(new QueryObserver(queryClient, { queryKey: ['list'] }).getCurrentResult().isStale).toBe(true)
  queryClient.clear()
})
