import { expect, test } from 'vitest'
import { fold, prefixRange, termsOf, wordsOf, wordsToFind } from './search-words.ts'

test.each([
  ['Łukasz', 'lukasz'],
  ['Søren', 'soren'],
  ['STRAẞE straße', 'strasse strasse'],
  ['Ægir Œuvre Þór Đorđe', 'aegir oeuvre thor dorde'],
  ['Müller ÉÀ ñ', 'muller ea n'],
  ['İstanbul ışık', 'istanbul isik'],
  ['e\u0301', 'e'],
  ['Ｆｕｌｌ', 'full'],
])('%s is folded to %s', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

test('whatever is neither letter nor digit parts words', () => {
  expect(wordsOf("  O'Brien-Łukasz, Jr.  (2nd) ")).toEqual(['o', 'brien', 'lukasz', 'jr', '2nd'])
  expect(wordsOf('%_\'"-')).toEqual([])
})

test('the range of a word holds what begins with it and nothing else, in the order of bytes', () => {
  const { from, to } = prefixRange('cruz')
  const isInside = (word: string) =>
    Buffer.compare(Buffer.from(word), Buffer.from(from)) >= 0 && Buffer.compare(Buffer.from(word), Buffer.from(to)) < 0

  expect(['cruz', 'cruzado', 'cruz9', 'cruz漢', 'cruz𠀀'].every(isInside)).toBe(true)
  expect(['cru', 'crv', 'acruz', 'cruy', 'd'].some(isInside)).toBe(false)
})

test('a double name is found by its parts and as one, an email only from its beginning', () => {
  const words = wordsToFind({ names: ["O'Brien", 'Anna Maria'], keys: ['ana.b@x.example', ''] })

  expect(words.sort()).toEqual(['anabxexample', 'anna', 'brien', 'maria', 'o', 'obrien'])
})

test('a query is nothing, or terms, or something that finds nobody', () => {
  expect(termsOf('   ')).toBeNull()
  expect(termsOf(' %% ')).toEqual([])
  expect(termsOf('de  Cruz de -')).toEqual([[['de']], [['cruz']]])
})
