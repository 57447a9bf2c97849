import { expect, test } from 'vitest'
import { sendOnNewest } from './on-newest.ts'

const stale = new Error('stale')
/** A server whose version goes up each time somebody else saves, which happens before each of the first sends. */
const server = (otherSaves: number) => {
  const seen: number[] = []
  const versionNow = () => 1 + Math.min(seen.length, otherSaves)
  const send = async (version: number) => {
    seen.push(version)
    if (version !== versionNow()) throw stale
    return 'saved'
  }
  return { seen, send, rebase: (error: unknown) => (error === stale ? versionNow() : undefined) }
}

test('what others saved meanwhile is followed, and sent over', async () => {
  const { seen, send, rebase } = server(3)
  await expect(sendOnNewest(1, send, rebase)).resolves.toBe('saved')
  expect(seen).toEqual([1, 2, 3, 4])
})

test('where others keep saving, the failure is thrown after four tries', async () => {
  const { seen, send, rebase } = server(9)
  await expect(sendOnNewest(1, send, rebase)).rejects.toBe(stale)
  expect(seen).toEqual([1, 2, 3, 4])
})

test('what only the user can decide is not sent again', async () => {
  const { seen, send } = server(1)
  await expect(sendOnNewest(1, send, () => undefined)).rejects.toBe(stale)
  expect(seen).toEqual([1])
})
