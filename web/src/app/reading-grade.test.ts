import { refusalGrounds } from '@fornix/contract'
import { expect, test } from 'vitest'
import { about, company } from '../features/public-site/about.ts'
import { privacy } from '../features/public-site/privacy.ts'
import { terms } from '../features/public-site/terms.ts'
import { readingGrade, sentencesIn, textOf } from '../testing/reading-grade.ts'

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

test.each(Object.entries(refusalGrounds))('the ground %s reads at grade 8 or below', (_, { text }) => {
  expect(readingGrade(text)).toBeLessThanOrEqual(mostOfAll)
})

const documents = { about, company, privacy, terms }
test.each(Object.entries(documents))('%s reads at grade 8 or below, and no section is far above', (_, sections) => {
  const texts = sections.map(({ heading, body }) => [heading, textOf(body.flat())] as const)
  expect(readingGrade(texts.map(([, text]) => text).join(' '))).toBeLessThanOrEqual(mostOfAll)
  expect(texts.filter(([, text]) => readingGrade(text) > mostOfSection)).toEqual([])
})
