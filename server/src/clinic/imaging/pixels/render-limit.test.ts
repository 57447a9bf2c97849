import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { waitForTurn } from './render-limit.ts'

const answerTo = (person: string) => {
  const left = new AbortController()
  return { left, requester: { person, signal: left.signal } }
}

test('a third answer of one person waits until one of two has left, and keeps nobody else waiting', async () => {
  const ana = randomUUID()
  const [first, second, third] = [answerTo(ana), answerTo(ana), answerTo(ana)]
  await Promise.all([waitForTurn(first.requester), waitForTurn(second.requester)])
  const turn = waitForTurn(third.requester)
  await waitForTurn(answerTo(randomUUID()).requester)
  // The second picture of a response already has its slot.
  await waitForTurn(second.requester)
  expect(await Promise.race([turn, 'waits'])).toBe('waits')
  first.left.abort()
  await turn
})

test('whoever has gone away waits no longer', async () => {
  const eve = randomUUID()
  const [first, second, third] = [answerTo(eve), answerTo(eve), answerTo(eve)]
  await Promise.all([waitForTurn(first.requester), waitForTurn(second.requester)])
  const turn = waitForTurn(third.requester)
  third.left.abort()
  await turn
})
