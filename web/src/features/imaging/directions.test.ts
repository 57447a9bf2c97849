import { expect, test } from 'vitest'
import { depthText, edgesOf, orientationOf, planeOf, pointText, tiltOf, wordedEdges } from './directions.ts'

const orientation = (...cosines: number[]) => {
  const found = orientationOf(cosines)
  if (!found) throw new Error('no orientation')
  return found
}
const [cos20, sin20] = [Math.cos(Math.PI / 9), Math.sin(Math.PI / 9)]

// Rows, then columns, as in the file; the letters at the edges (PS3.3 C.7.6.2.1.1).
test.each([
  ['axial', [1, 0, 0, 0, 1, 0], 'RLAP', 'axial', 0],
  ['axial, turned round', [-1, 0, 0, 0, -1, 0], 'LRPA', 'axial', 0],
  ['coronal', [1, 0, 0, 0, 0, -1], 'RLHF', 'coronal', 0],
  ['sagittal', [0, 1, 0, 0, 0, -1], 'APHF', 'sagittal', 0],
  ['from the feet', [0, -1, 0, 0, 0, 1], 'PAFH', 'sagittal', 0],
  ['tilted by 20°', [1, 0, 0, 0, cos20, sin20], 'RLAP', 'axial', 20],
  ['turned in its plane', [cos20, sin20, 0, -sin20, cos20, 0], 'RLAP', 'axial', 20],
])('the four edges, the plane and the tilt of a slice: %s', (_, cosines, letters, plane, tilt) => {
  const found = orientation(...cosines)
  const { left, right, top, bottom } = edgesOf(found)
  expect([left + right + top + bottom, planeOf(found), tiltOf(found)]).toEqual([letters, plane, tilt])
})

test.each([
  [['L', 'F'], 'RLHF'],
  [['P', 'H'], 'APFH'],
  [['LA', 'F'], 'RPLAHF'],
  [['L'], ''],
  [['L', 'LE'], ''],
  [[], ''],
])('the four edges that a file has in words: %o', (words, letters) => {
  const { left = '', right = '', top = '', bottom = '' } = wordedEdges(words) ?? {}
  expect(left + right + top + bottom).toBe(letters)
})

test.each([[[]], [[1, 0, 0]], [[0, 0, 0, 0, 0, 0]], [[1, 0, 0, 1, 0, 0]], [[2, 0, 0, 0, 1, 0]]])(
  'of the directions %o nothing is claimed',
  (cosines) => {
    expect(orientationOf(cosines)).toBeUndefined()
  },
)

test('where a slice lies is said in mm towards a side, whichever way its slices are counted', () => {
  expect(depthText(orientation(1, 0, 0, 0, 1, 0), [-100, -90, 30.04])).toBe('H 30.0 mm')
  expect(depthText(orientation(1, 0, 0, 0, -1, 0), [-100, -90, -5])).toBe('F 5.0 mm')
  expect(depthText(orientation(1, 0, 0, 0, 0, -1), [0, -12, 4])).toBe('A 12.0 mm')
  expect(depthText(orientation(0, 1, 0, 0, 0, -1), [7, 0, 0])).toBe('L 7.0 mm')
  expect(pointText([1, -2, 3])).toBe('R 1.0 mm, P 2.0 mm, S 3.0 mm')
})
