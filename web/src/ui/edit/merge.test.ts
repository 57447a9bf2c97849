import { expect, test } from 'vitest'
import { changesBetween, clashesOf } from './merge.ts'

const base = { city: 'Boston', zip_code: '02110', indication: ['Stroke'], dob: null as string | null }

test('only what was changed is sent', () => {
  expect(changesBetween(base, { ...base, city: 'Salem' })).toEqual({ city: 'Salem' })
  expect(changesBetween(base, { ...base, indication: ['Stroke'] })).toEqual({})
  expect(changesBetween(base, { ...base, indication: ['Stroke', 'AVM'] })).toEqual({ indication: ['Stroke', 'AVM'] })
})

test('a value that was never given and an empty field are the same', () => {
  expect(changesBetween(base, { ...base, dob: '' })).toEqual({})
})

test('a clash tells their value, mine and whether I changed that field', () => {
  const latest = { ...base, city: 'Lowell', zip_code: '01850' }
  const mine = { ...base, city: 'Salem' }
  expect(clashesOf(base, latest, mine)).toEqual([
    { name: 'city', theirs: 'Lowell', mine: 'Salem', touched: true },
    { name: 'zip_code', theirs: '01850', mine: '02110', touched: false },
  ])
})

test('two people who typed the same value do not clash', () => {
  expect(clashesOf(base, { ...base, city: 'Salem' }, { ...base, city: 'Salem' })).toEqual([])
})
