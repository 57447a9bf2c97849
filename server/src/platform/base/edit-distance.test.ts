import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

test.each([
  ['', '', 0],
  ['', 'ana', 3],
  ['rivera', 'rivera', 0],
  ['rivera', 'riveras', 1],
  ['rivera', 'ivera', 1],
  ['rivera', 'rivero', 1],
  ['rivera', 'rviera', 2],
  ['kitten', 'sitting', 3],
  ['saturday', 'sunday', 3],
  ['abc', 'xyz', 3],
])('from “%s” to “%s” it takes %i changes, and as many back', (word, other, distance) => {
  expect(editDistance(word, other)).toBe(distance)
  expect(editDistance(other, word)).toBe(distance)
})
