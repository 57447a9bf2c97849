import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lastQuestion, questionnaireVersion, questionsOf, ratedQuestions, refusalGrounds } from '@fornix/contract'
import { expect, test } from 'vitest'
import { messagesIn } from '../../find-messages.ts'
import { about, company } from '../features/public-site/about.ts'
import { privacy } from '../features/public-site/privacy.ts'
import { terms } from '../features/public-site/terms.ts'
import { exampleOf, isSentence, readingGrade, sentencesIn, textOf } from '../testing/reading-grade.ts'

const mostOfAll = 8
/** A short section has few words to make up for a necessary long one. */
const mostOfSection = 10

test('the grade follows the formula', () => {
  expect(readingGrade('The cat sat on the mat.')).toBeLessThan(1)
  expect(
    readingGrade('Notwithstanding institutional considerations, authorization necessitates documentation.'),
  ).toBeGreaterThan(20)
})

const catalogues = import.meta.glob('../{features,platform,ui}/**/*messages.ts', { eager: true })
test.each(Object.entries(catalogues))('%s reads at grade 8 or below', (_, catalogue) => {
  const sentences = sentencesIn(catalogue)
  if (sentences.length > 0) expect(readingGrade(textOf(sentences))).toBeLessThanOrEqual(mostOfAll)
})

const repository = join(import.meta.dirname, '../../..')
/** What patients read in a file of the app, or in an email: whatever is translated. */
const translatedIn = globSync(['web/src/**/*.{ts,tsx}', 'server/src/**/*.ts'], {
  cwd: repository,
  exclude: ['**/*.test.*'],
})
  .map((file) => [file, messagesIn(readFileSync(join(repository, file), 'utf8'), file)] as const)
  .map(([file, found]) => [file, found.map(({ message }) => exampleOf(message)).filter(isSentence)] as const)
  .filter(([, sentences]) => sentences.length > 0)
test.each(translatedIn)('what is translated in %s reads at grade 8 or below', (_, sentences) => {
  expect(readingGrade(textOf(sentences))).toBeLessThanOrEqual(mostOfAll)
})

const questions = {
  'the safety questions': questionsOf(questionnaireVersion).map(({ text }) => text),
  'the survey': [...Object.values(ratedQuestions).map(({ text }) => text), lastQuestion],
}
test.each(Object.entries(questions))('%s read at grade 8 or below', (_, sentences) => {
  expect(readingGrade(textOf(sentences))).toBeLessThanOrEqual(mostOfAll)
})

test.each(Object.entries(refusalGrounds))('the ground %s reads at grade 8 or below', (_, { text }) => {
  expect(readingGrade(text)).toBeLessThanOrEqual(mostOfAll)
})

const documents = { about, company, privacy, terms }
test.each(Object.entries(documents))('%s reads at grade 8 or below, and no section is far above', (_, sections) => {
  const texts = sections.map(({ heading, body }) => [heading, textOf(body.flat())] as const)
  expect(readingGrade(texts.map(([, text]) => text).join(' '))).toBeLessThanOrEqual(mostOfAll)
  expect(texts.filter(([, text]) => readingGrade(text) > mostOfSection)).toEqual([])
})
