import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unavailable } from '../../platform/base/errors.ts'
import { accessCheckFor, imagesResponse } from './open-study.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const lists = { staff_series: [], released_reports: [] }
/** A body that is being sent while the database answers the checks in this way. */
const sendingWith = async (isSessionValid: () => Promise<boolean>) => {
  const body = new Readable({ read: () => {} })
  const { signal } = new AbortController()
  const parts = { sessions: { isSessionValid }, database: { scoped: async () => lists } }
  const context = { user: { project: 'p', patient: 'a' }, located: { study_uid: '1.2', ...lists }, signal }
  const check = accessCheckFor(parts as never, context as never, { study: '1.2' })
  await imagesResponse(signal, Promise.resolve({ headers: {}, body }), check).images
  return body
}

test.each([
  ['never answers', () => new Promise<boolean>(() => {})],
  ['takes nine seconds to fail', () => new Promise<boolean>((_, fail) => setTimeout(fail, 9000, unavailable()))],
  ['fails at once', () => Promise.reject(unavailable())],
])('sending ends half a minute after the last successful check, if the database %s', async (_, fails) => {
  let isAway = false
  const body = await sendingWith(() => (isAway ? fails() : Promise.resolve(true)))
  await vi.advanceTimersByTimeAsync(60_500)
  isAway = true
  await vi.advanceTimersByTimeAsync(28_000)
  expect(body.destroyed).toBe(false)
  await vi.advanceTimersByTimeAsync(1500)
  expect(body.destroyed).toBe(true)
})

test('sending goes on after the database was away for less', async () => {
  let isAway = true
  const body = await sendingWith(() => (isAway ? Promise.reject(unavailable()) : Promise.resolve(true)))
  for (const away of [true, false, true, false]) {
    isAway = away
    await vi.advanceTimersByTimeAsync(20_000)
  }
  expect(body.destroyed).toBe(false)
})
