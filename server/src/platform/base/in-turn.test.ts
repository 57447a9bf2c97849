import { expect, test } from 'vitest'
import { inTurn, inTurnOf } from './in-turn.ts'

test('as many as allowed run at once, the others in their order, also after a failure', async () => {
  const turn = inTurn(2)
  const started: number[] = []
  const ends = [0, 1, 2, 3, 4].map(() => Promise.withResolvers<void>())
  const runs = ends.map(({ promise }, n) =>
    turn(async () => {
      started.push(n)
      await promise
    }),
  )
  expect(started).toEqual([0, 1])
  ends[1]?.reject(new Error('failed'))
  await expect(runs[1]).rejects.toThrow('failed')
  expect(started).toEqual([0, 1, 2])
  // Somebody who comes at the moment in which a place becomes free waits behind those who wait already.
  ends[0]?.resolve()
  const late = runs[0]?.then(() => turn(async () => void started.push(9)))
  for (const { resolve } of ends) resolve()
  await Promise.all([late, runs[2], runs[3], runs[4]])
  expect(started).toEqual([0, 1, 2, 3, 4, 9])
})

test('what waits for one key keeps no other key waiting', async () => {
  const turn = inTurnOf(1)
  const gate = Promise.withResolvers<void>()
  const began: string[] = []
  const held = ['first', 'second'].map((name) =>
    turn('ana', async () => {
      began.push(name)
      await gate.promise
    }),
  )
  expect(await turn('ben', async () => 'at once')).toBe('at once')
  expect(began).toEqual(['first'])
  gate.resolve()
  await Promise.all(held)
  await expect(turn('ana', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await turn('ana', async () => 'after')).toBe('after')
})
