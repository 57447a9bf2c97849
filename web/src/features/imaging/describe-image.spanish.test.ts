import { expect, test } from 'vitest'
import { catalogueOf } from '../../../language-plugin.ts'

const spanish = catalogueOf('es')
const words: Record<string, RegExp> = {
  'right side': /derecho/g,
  'left side': /izquierdo/g,
  front: /adelante/g,
  back: /(?<!hacia )atrás/g,
  head: /cabeza/g,
  feet: /pies/g,
}
/** The sides that a text names, in its order. */
const sidesIn = (text: string, ofLanguage: (english: string) => RegExp) =>
  Object.keys(words)
    .flatMap((side) => [...text.matchAll(ofLanguage(side))].map(({ index }) => ({ side, index })))
    .toSorted((a, b) => a.index - b.index)
    .map(({ side }) => side)

const claims = Object.keys(spanish).filter((sentence) =>
  /^The [a-z ]+ on the left of the picture, and the /.test(sentence),
)

test('what a patient reads is on the left and on the right is the same in Spanish', () => {
  expect(claims).toHaveLength(6)
  for (const english of claims) {
    const translation = spanish[english] ?? ''
    expect(translation).toMatch(/^A la izquierda de la imagen .*; a la derecha, /)
    const inEnglish = sidesIn(english, (side) => new RegExp(`the ${side}`, 'gi'))
    expect(inEnglish).toHaveLength(2)
    const inSpanish = sidesIn(translation, (side) => words[side]!)
    expect([english, inSpanish]).toEqual([english, inEnglish])
  }
})

test('where a patient looks from is the same in Spanish', () => {
  const viewpoints = Object.keys(spanish).filter((sentence) => /^Each picture is a slice/.test(sentence))
  expect(viewpoints).toHaveLength(6)
  for (const english of viewpoints) {
    const from = /from the ((?:left side|right side|[a-z]+))(?: of the body)?\.$/.exec(english)?.[1] ?? ''
    expect([english, /Usted los ve desde (.*)\.$/.exec(spanish[english] ?? '')?.[1]]).toEqual([
      english,
      expect.stringMatching(words[from] ?? /none/),
    ])
  }
})
