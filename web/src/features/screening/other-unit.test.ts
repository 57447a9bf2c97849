import { questionnaireVersion, questionsOf } from '@fornix/contract'
import { expect, test } from 'vitest'
import { fromOtherUnit } from './other-unit.ts'

const answerTo = (id: string, typed: string) => {
  const question = questionsOf(questionnaireVersion).find((one) => one.id === id)
  return question && fromOtherUnit(question, typed)
}

test.each([
  ['weight', '72 kg', '72 kg is 159 lb. Please type 159.'],
  ['weight', '72,5kilos', '72,5 kg is 160 lb. Please type 160.'],
  ['height', '170 cm', '170 cm is 67 in. Please type 67.'],
  ['height', '1.70 m', '1.70 m is 67 in. Please type 67.'],
  ['weight', '170 cm', undefined],
  ['weight', '72', undefined],
  ['weight', '900 kg', undefined],
  ['height', 'tall', undefined],
])('%s, typed as %s', (id, typed, sentence) => {
  expect(answerTo(id, typed)).toBe(sentence)
})
