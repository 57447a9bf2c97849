import { expect, test } from 'vitest'
import { limitPerKey } from './limit-per-key.ts'

test('what waits for one key keeps no other key waiting', async () => {
  const limit = limitPerKey(1)
  const gate = Promise.withResolvers<void>()
  const began: string[] = []
  const held = ['first', 'second'].map((name) =>
    limit('ana', async () => {
      began.push(name)
      await gate.promise
    }),
  )
  expect(await limit('ben', async () => 'at once')).toBe('at once')
  expect(began).toEqual(['first'])
  gate.resolve()
  await Promise.all(held)
  await expect(limit('ana', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await limit('ana', async () => 'after')).toBe('after')
})
