import { expect, test } from 'vitest'
import { stackOf } from './image-fixtures.ts'
import { partsOf } from './parts.ts'
import { isReadHere, type NoVolume, needsFrames, whyNoVolume } from './volume-check.ts'

const root = '1.2.840.10008.5.1.4.1.1'
const reasonOf = (images: ReturnType<typeof stackOf>) => {
  const [part] = partsOf(images)
  return part && whyNoVolume(part, images)
}
const sheared = (n: number) => ({ '00200032': [-100, -100 + 2 * n, n * 5] })

test.each<[string, ReturnType<typeof stackOf>]>([
  ['slices at one distance', stackOf(5)],
  ['in any order', stackOf(5).toReversed()],
  ['with rounded positions', stackOf(5, (n) => ({ '00200032': [-100, -100, n * 3.3333 + (n % 2) * 1e-4] }))],
  ['white for low', stackOf(5, () => ({ '00280004': ['MONOCHROME1'] }))],
  ['with a table of shades and a window', stackOf(5, () => ({ '00283010': [{}], '00281050': [40], '00281051': [80] }))],
  ['compressed, one a file', stackOf(5, () => ({ '00083002': ['1.2.840.10008.1.2.4.90'] }))],
  ['leaning as a CT gantry does', stackOf(5, (n) => ({ '00080016': [`${root}.2`], ...sheared(n) }))],
  ['twice as far apart as they are thick', stackOf(5, () => ({ '00180050': [2.5] }))],
  ['of no thickness', stackOf(5, () => ({ '00180050': [0] }))],
  ['a mosaic', stackOf(1, () => ({ '00080008': ['ORIGINAL', 'PRIMARY', 'M', 'MOSAIC'] }))],
])('a volume: %s', (_, images) => {
  expect(reasonOf(images)).toBeUndefined()
})

test.each<[string, ReturnType<typeof stackOf>, NoVolume]>([
  ['without an orientation', stackOf(5, () => ({ '00200037': [] })), 'noPlace'],
  ['without a position', stackOf(5, () => ({ '00200032': [] })), 'noPlace'],
  ['with directions that are none', stackOf(5, () => ({ '00200037': [1, 0, 0, 1, 0, 0] })), 'noPlace'],
  ['without a spacing', stackOf(5, () => ({ '00280030': [] })), 'noPlace'],
  ...['7', '6.1', '3.1', '12.1', '1.1', '66.4', '481.2'].map((end): [string, ReturnType<typeof stackOf>, NoVolume] => [
    `of the class ${end}`,
    stackOf(5, () => ({ '00080016': [`${root}.${end}`] })),
    'kind',
  ]),
  ...['RGB', 'YBR_FULL', 'YBR_FULL_422', 'PALETTE COLOR'].map(
    (form): [string, ReturnType<typeof stackOf>, NoVolume] => [
      `in the form “${form}”`,
      stackOf(5, () => ({ '00280004': [form] })),
      'color',
    ],
  ),
  ['whose values come from a table', stackOf(5, () => ({ '00283000': [{}] })), 'table'],
  ['whose shades do, without a window', stackOf(5, () => ({ '00283010': [{}] })), 'table'],
  ['of two frames of reference', stackOf(5, (n) => ({ '00200052': [n > 2 ? '2.25.2' : '2.25.1'] })), 'mixed'],
  ['one slice', stackOf(1), 'single'],
  ['with a gap', stackOf(6).filter(({ number }) => number !== 3), 'uneven'],
  ['closer to each other above', stackOf(5, (n) => ({ '00200032': [0, 0, n * n] })), 'uneven'],
  ['leaning in MR', stackOf(5, sheared), 'leaning'],
  ['thin and far apart', stackOf(5, () => ({ '00180050': [2] })), 'apart'],
  [
    'with slices that fan out',
    stackOf(4, (n) => ({ '00200037': [Math.cos(n / 9), Math.sin(n / 9), 0, 0, 0, -1] })),
    'mixed',
  ],
  ['of which one has other pixels', stackOf(5, (n) => ({ '00280030': n === 2 ? [4, 2] : [4, 4] })), 'mixed'],
  ['that do not say what gray means', stackOf(5, () => ({ '00280004': [] })), 'unknownForm'],
  ['of which one is shown inverted', stackOf(5, (n) => ({ '20500020': [n === 2 ? 'INVERSE' : 'IDENTITY'] })), 'mixed'],
  ['of which one is inverted', stackOf(5, (n) => ({ '00280004': [n === 2 ? 'MONOCHROME1' : 'MONOCHROME2'] })), 'mixed'],
])('pictures, as they are stored: %s', (_, images, why) => {
  expect(reasonOf(images)).toBe(why)
})

const inOneFile = (frames: number, change: Record<string, unknown[]>) => {
  const groups = Array.from({ length: frames }, (_, n) => ({
    '00209113': { Value: [{ '00200032': { Value: [0, 0, (n % 4) * 5] } }] },
    '00209111': { Value: [{ '00209128': { Value: [Math.floor(n / 4) + 1] } }] },
  }))
  return stackOf(1, () => ({
    '00080016': [`${root}.4.1`],
    '00280008': [frames],
    '00200037': [],
    '00200032': [],
    '52009229': [{ '00209116': { Value: [{ '00200037': { Value: [1, 0, 0, 0, 1, 0] } }] } }],
    '52009230': groups,
    ...change,
  }))
}

test('many slices in one file are a volume, of the file where they lie there plain and are all of it, else of their frames', () => {
  const isOfFrames = (images: ReturnType<typeof stackOf>) => {
    const [part] = partsOf(images)
    return part && needsFrames(part, images)
  }
  const plain = inOneFile(4, {})
  // An archive that does not say: the file will.
  const unsaid = inOneFile(4, { '00083002': [] })
  const compressed = ['4.90', '4.80', '5'].map((end) => inOneFile(4, { '00083002': [`1.2.840.10008.1.2.${end}`] }))
  const shared = inOneFile(8, {})
  for (const images of [plain, unsaid, ...compressed, shared]) expect(reasonOf(images)).toBeUndefined()
  expect([plain, unsaid].map(isOfFrames)).toEqual([false, false])
  expect([...compressed, shared].map(isOfFrames)).toEqual([true, true, true, true])
  // Compressed, but one per file: the converter reads each correctly.
  expect(isOfFrames(stackOf(5, () => ({ '00083002': ['1.2.840.10008.1.2.4.90'] })))).toBe(false)
})

const jpeg2000 = { '00083002': ['1.2.840.10008.1.2.4.90'] }
test.each<[string, Record<string, unknown[]>, boolean]>([
  ['the lowest bits of a place', {}, false],
  ['with a sign', { '00280103': [1] }, false],
  ['above others', { '00280102': [15] }, true],
  ['of 8 bits', { '00280100': [8], '00280101': [8], '00280102': [7] }, false],
  ['of 8 bits with a sign', { '00280100': [8], '00280101': [8], '00280102': [7], '00280103': [1] }, true],
  ['deflated', { '00083002': ['1.2.840.10008.1.2.1.99'] }, true],
  ['in extended JPEG', { '00083002': ['1.2.840.10008.1.2.4.51'] }, true],
  ['in HTJ2K', { '00083002': ['1.2.840.10008.1.2.4.201'] }, true],
])('what the converter would misread, or not read, is made of frames: values %s', (_, change, isOfFrames) => {
  const images = stackOf(5, () => ({ ...jpeg2000, ...change }))
  expect(needsFrames({ images }, images)).toBe(isOfFrames)
})

test('one slice a file is read from the files, leaning ones not', () => {
  const leaning = stackOf(5, (n) => ({ '00080016': [`${root}.2`], ...sheared(n) }))
  const unknown = stackOf(5, () => ({ '00280100': [] }))
  const mosaic = stackOf(1)
  expect([stackOf(5), leaning, unknown, mosaic].map((images) => isReadHere({ images }))).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('leaning slices of frames stay pictures, which the converter would stand upright', () => {
  const leaning = (n: number) => ({
    '00209113': { Value: [{ '00200032': { Value: [0, 2 * (n % 4), (n % 4) * 5] } }] },
    '00209111': { Value: [{ '00209128': { Value: [Math.floor(n / 4) + 1] } }] },
  })
  const groups = (frames: number) => Array.from({ length: frames }, (_, n) => leaning(n))
  const ct = { '00080016': [`${root}.2.1`] }
  expect(reasonOf(inOneFile(4, { ...ct, '52009230': groups(4) }))).toBeUndefined()
  expect(reasonOf(inOneFile(8, { ...ct, '52009230': groups(8) }))).toBe('leaning')
})
