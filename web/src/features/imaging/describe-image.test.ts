import { expect, test } from 'vitest'
import { readingGrade, textOf } from '../../testing/reading-grade.ts'
import { describeImage } from './describe-image.ts'
import { stackOf } from './image-fixtures.ts'
import { messages } from './messages.ts'

const seen = (name: string, change: Record<string, unknown[]> = {}, isVolume = false) =>
  describeImage({ image: stackOf(1, () => change)[0]!, name, modality: 'MR', scanType: 'Portable brain MRI', isVolume })
const sideways = (...cosines: number[]) => seen('', { '00200037': cosines }).join(' ')

test('a patient reads from where they look, what kind of image it is, and which side is which', () => {
  expect(seen('AX T2').join(' ')).toMatch(
    /from the feet.*called T2.*The right side of the body is on the left of the picture/,
  )
  expect(seen('Localizer').join(' ')).toMatch(/quick first pictures/)
  expect(seen('AX T2').join(' ')).toMatch(/portable scanner has a weaker magnet/)
})

test('only the name of an MR series tells its contrast', () => {
  const ofCt = (name: string) =>
    describeImage({ image: stackOf(1)[0]!, name, modality: 'CT', scanType: '', isVolume: false }).join(' ')
  expect(ofCt('Spine T1-T12')).not.toMatch(/called/)
  expect(ofCt('Spine T1-T12')).toMatch(/X-rays/)
  expect(ofCt('Topogram')).toMatch(/quick first pictures/)
})

test.each([
  ['t1_mprage_sag', /called T1/],
  ['T1w', /called T1/],
  ['3DT1', /called T1/],
  ['AX_T2FLAIR', /called FLAIR/],
  ['T2*', /SWI or T2\*/],
  ['ep2d_diff_TRACEW', /called diffusion/],
  ['ADC_map', /called ADC/],
  ['AAHead_Scout', /quick first pictures/],
  ['3Plane_Loc', /quick first pictures/],
])('words in a name are those between spaces, lines, and digits: %s', (name, kind) => {
  expect(seen(name).join(' ')).toMatch(kind)
})
test.each(['Velocity', 'T1 map', 'T2_Map', 'T12', 'Allocated'])(
  'a part of another word, and a map, tell nothing: %s',
  (name) => {
    expect(seen(name).join(' ')).not.toMatch(/called|quick first/)
  },
)

// By the right-hand rule, row and column point into the picture (PS3.3 C.7.6.2.1.1): the viewer is at the opposite end.
test.each<[string, number[], RegExp]>([
  [
    'axial',
    [1, 0, 0, 0, 1, 0],
    /from the feet\..*The right side of the body is on the left of the picture, and the left side is on the right/,
  ],
  [
    'axial',
    [-1, 0, 0, 0, 1, 0],
    /from the head\..*The left side of the body is on the left of the picture, and the right side is on the right/,
  ],
  ['coronal', [1, 0, 0, 0, 0, -1], /from the front\..*The right side of the body is on the left of the picture/],
  ['coronal', [-1, 0, 0, 0, 0, -1], /from the back\..*The left side of the body is on the left of the picture/],
  [
    'sagittal',
    [0, 1, 0, 0, 0, -1],
    /from the left side of the body\..*The front of the body is on the left of the picture, and the back is on the right/,
  ],
  [
    'sagittal',
    [0, -1, 0, 0, 0, -1],
    /from the right side of the body\..*The back of the body is on the left of the picture, and the front is on the right/,
  ],
  [
    'axial on its side',
    [0, 1, 0, 1, 0, 0],
    /from the head\..*The front of the body is on the left of the picture, and the back is on the right/,
  ],
  [
    'coronal on its side',
    [0, 0, 1, 1, 0, 0],
    /from the front\..*The feet are on the left of the picture, and the head is on the right/,
  ],
])('where one looks from, and what is left and right, go by the directions of the file: %s %o', (_, cosines, words) => {
  expect(sideways(...cosines)).toMatch(words)
})

test('beside planes and 3D stands how those are drawn, not how the files lie', () => {
  const text = seen('SAG T1', { '00200037': [0, -1, 0, 0, 0, -1] }, true).join(' ')
  expect(text).toMatch(/axial view looks from the feet.*coronal view from the front/)
  expect(text).toMatch(/In both, the right side of the body is on the left of the picture/)
  expect(text).not.toMatch(/the (front|back) of the body|from the (left|right)/)
})

test('of a picture that says no side nothing is claimed', () => {
  const text = seen('Capture', { '00200037': [] }).join(' ')
  expect(text).toMatch(/does not say which side is which/)
  expect(text).not.toMatch(/left of the picture|feet/)
})

test('it is written for grade 8', () => {
  const planes = [[1, 0, 0, 0, 1, 0], [1, 0, 0, 0, 0, -1], [0, 1, 0, 0, 0, -1], []]
  const names = ['T1', 'T2', 'FLAIR', 'DWI', 'ADC', 'SWI', 'TOF', 'Scout']
  const all = [false, true].flatMap((isVolume) =>
    planes.flatMap((cosines) => names.flatMap((name) => seen(name, { '00200037': cosines }, isVolume))),
  )
  expect(readingGrade(textOf([...new Set(all)]))).toBeLessThan(8)
  expect(readingGrade(textOf(Object.values(messages.pictures)))).toBeLessThan(8)
})
