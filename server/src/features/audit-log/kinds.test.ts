import { auditKinds, calls } from '@fornix/contract'
import { expect, test } from 'vitest'
import { auditWords } from '../../features.ts'
import { actionsOf } from './kinds.ts'
import { wordsForAdmins } from './words.ts'

const known = auditKinds.flatMap((kind) => actionsOf[kind])

test('every action of a call has one kind', () => {
  const actions = Object.values(calls).flatMap(({ audit }) => (typeof audit === 'string' ? [audit] : []))
  expect(actions.filter((action) => !known.includes(action))).toEqual([])
  expect(new Set(known).size).toBe(known.length)
})

test('every action has words that speak to admins', () => {
  const words = known.filter((action) => action !== 'refused').map((action) => wordsForAdmins(auditWords, action))
  expect(words.filter((text) => !/^[A-Z]/.test(text) || /\byou(rs?)?\b/i.test(text))).toEqual([])
})
