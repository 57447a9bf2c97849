import { afterEach, expect, test, vi } from 'vitest'
import { clearNotice, dismissNotice, subscribeToDismissal } from '../base/notice.ts'
import { loadOrOffer } from './program.ts'

afterEach(clearNotice)

const offered = () => {
  const read = vi.fn()
  const unsubscribe = subscribeToDismissal(read)
  dismissNotice()
  unsubscribe()
  return read.mock.calls.flat()
}

test('where a part does not come at a press, to reload is offered', async () => {
  const missing = new TypeError('Failed to fetch dynamically imported module: /assets/codes.js')
  await expect(loadOrOffer(() => Promise.reject(missing))).rejects.toBe(missing)
  expect(offered()).toEqual(['missingPart'])
})

test('what is wrong with the part itself is not mended by that', async () => {
  await expect(loadOrOffer(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(offered()).toEqual([])
})
