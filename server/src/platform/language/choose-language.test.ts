import { expect, test } from 'vitest'
import { chooseLanguage } from './choose-language.ts'

const of = (accept?: string, language?: string) =>
  chooseLanguage({ headers: { 'accept-language': accept }, cookies: { language } }, ['es', 'fr'])

test.each([
  ['es-MX,es;q=0.9,en;q=0.8', undefined, 'es'],
  ['en-US,en;q=0.9,es;q=0.8', undefined, undefined],
  ['de,ht;q=0.9,FR;q=0.5,en;q=0.1', undefined, 'fr'],
  ['de', undefined, undefined],
  [undefined, undefined, undefined],
  ['en-US', 'es', 'es'],
  ['es', 'en', undefined],
  ['es', '../../etc', 'es'],
  ['x,'.repeat(5000), undefined, undefined],
])('%s with the choice %s is %s', (accept, choice, language) => {
  expect(of(accept, choice)).toBe(language)
})
