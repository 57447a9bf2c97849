import { expect, test } from 'vitest'
import { dictionaryOf } from './dictionary.ts'

const nasty = {
  name: "O'Brien",
  quoted: 'the "old" one \\ None',
  script: '</script><script>alert(1)</script>&amp;',
  words: ['None', 'True', 'False', 'Nonesuch', "{'a': None}"],
  lines: 'one\u2028two\u2029three\n\tfour',
  nothing: null,
  many: [],
  number: 7,
  emoji: '🧠',
}
/** What clients of Python services do to a printed dictionary. */
const fromPython = (text: string) =>
  JSON.parse(
    text.replaceAll("'", '"').replaceAll('None', 'null').replaceAll('True', 'true').replaceAll('False', 'false'),
  )

test('JSON and the converter of a Python dictionary read the same', () => {
  const text = dictionaryOf(nasty)

  expect(JSON.parse(text)).toEqual(nasty)
  expect(fromPython(text)).toEqual(nasty)
})

test('it holds nothing that ends a script, a string or a line', () => {
  expect(dictionaryOf(nasty)).not.toMatch(/['<>&\u2028\u2029\n]|None|True|False/)
})
