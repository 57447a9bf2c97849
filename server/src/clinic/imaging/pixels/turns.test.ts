import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { turnOf } from './turns.ts'

const answerTo = (person: string) => {
  const left = new AbortController()
  return { left, asker: { person, signal: left.signal } }
}

test('a third answer of one person waits until one of two has left, and keeps nobody else waiting', async () => {
  const ana = randomUUID()
  const [first, second, third] = [answerTo(ana), answerTo(ana), answerTo(ana)]
  await Promise.all([turnOf(first.asker), turnOf(second.asker)])
  const turn = turnOf(third.asker)
  await turnOf(answerTo(randomUUID()).asker)
  // The second picture of a response already has its slot.
  await turnOf(second.asker)
  expect(await Promise.race([turn, 'waits'])).toBe('waits')
  first.left.abort()
  await turn
})

test('whoever has gone away waits no longer', async () => {
  const eve = randomUUID()
  const [first, second, third] = [answerTo(eve), answerTo(eve), answerTo(eve)]
  await Promise.all([turnOf(first.asker), turnOf(second.asker)])
  const turn = turnOf(third.asker)
  third.left.abort()
  await turn
})
