import { expect, test } from 'vitest'
import { readingGrade, textOf } from '../../testing/reading-grade.ts'
import { stackOf } from './image-fixtures.ts'
import { messages } from './messages.ts'
import { whatIsSeen } from './what-is-seen.ts'

const seen = (name: string, change: Record<string, unknown[]> = {}) =>
  whatIsSeen({ image: stackOf(1, () => change)[0]!, name, modality: 'MR', scanType: 'Portable brain MRI' })

test('a patient reads from where they look, what kind of image it is, and which side is which', () => {
  expect(seen('AX T2').join(' ')).toMatch(/from the feet.*called T2.*left of the picture is your right side/)
  expect(seen('Localizer').join(' ')).toMatch(/quick first pictures/)
  expect(seen('SAG', { '00200037': [0, 1, 0, 0, 0, -1] }).join(' ')).toMatch(
    /from the side.*left of the picture is your front/,
  )
  expect(seen('AX T2').join(' ')).toMatch(/portable scanner has a weaker magnet/)
})

test('of a picture that says no side nothing is claimed', () => {
  const text = seen('Capture', { '00200037': [] }).join(' ')
  expect(text).toMatch(/does not say which side is which/)
  expect(text).not.toMatch(/left of the picture|feet/)
})

test('it is written for grade 8', () => {
  const planes = [[1, 0, 0, 0, 1, 0], [1, 0, 0, 0, 0, -1], [0, 1, 0, 0, 0, -1], []]
  const names = ['T1', 'T2', 'FLAIR', 'DWI', 'ADC', 'SWI', 'TOF', 'Scout']
  const all = planes.flatMap((cosines) => names.flatMap((name) => seen(name, { '00200037': cosines })))
  expect(readingGrade(textOf([...new Set(all)]))).toBeLessThan(8)
  expect(readingGrade(textOf(Object.values(messages.pictures)))).toBeLessThan(8)
})
