import { expect, test } from 'vitest'
import { ellipseIn } from './geometry.ts'
import { formOf, NoValues, statisticsIn, valuesOf } from './values.ts'

const tag = (...Value: unknown[]) => ({ Value })
const tagsOf = (change: Record<string, unknown[]> = {}) => ({
  '00080016': tag('1.2.840.10008.5.1.4.1.1.2'),
  '00280002': tag(1),
  '00280004': tag('MONOCHROME2'),
  '00280010': tag(2),
  '00280011': tag(3),
  '00280100': tag(16),
  '00280101': tag(12),
  '00280102': tag(11),
  '00280103': tag(0),
  ...Object.fromEntries(Object.entries(change).map(([name, values]) => [name, tag(...values)])),
})
const bytesOf = (words: Uint16Array | Int16Array | Uint32Array | Uint8Array) =>
  new Uint8Array(words.buffer, words.byteOffset, words.byteLength)
const read = (words: Parameters<typeof bytesOf>[0], change: Record<string, unknown[]> = {}) => {
  const values = valuesOf(bytesOf(words), formOf(tagsOf(change)))
  return [0, 1].flatMap((row) => [0, 1, 2].map((column) => values.at(column, row)))
}

test('values are rescaled, column by column and row by row', () => {
  expect(read(Uint16Array.of(0, 1, 2, 1024, 2000, 4095))).toEqual([0, 1, 2, 1024, 2000, 4095])
  const rescaled = { '00281052': ['-1024'], '00281053': ['0.5'] }
  expect(read(Uint16Array.of(0, 2, 4, 2048, 3000, 4094), rescaled)).toEqual([-1024, -1023, -1022, 0, 476, 1023])
})

test('signs, unused bits, bits that are stored higher, and words of 8 and 32 bits', () => {
  const signed = { '00280103': [1], '00280101': [16], '00280102': [15] }
  expect(read(Int16Array.of(-1000, 0, 40, -1, 32767, -32768), signed)).toEqual([-1000, 0, 40, -1, 32767, -32768])
  // Twelve signed bits below four of something else.
  expect(read(Uint16Array.of(0xfff, 0xa001, 0x800, 0x7ff, 0, 0xffff), { '00280103': [1] })).toEqual([
    -1, 1, -2048, 2047, 0, -1,
  ])
  expect(read(Uint16Array.of(0x10, 0x1f, 0xfff0, 0, 0, 0), { '00280102': [15] })).toEqual([1, 1, 4095, 0, 0, 0])
  const bytes = { '00280100': [8], '00280101': [8], '00280102': [7] }
  expect(read(Uint8Array.of(0, 1, 128, 254, 255, 7), bytes)).toEqual([0, 1, 128, 254, 255, 7])
  const long = { '00280100': [32], '00280101': [32], '00280102': [31] }
  expect(read(Uint32Array.of(0, 1, 2 ** 31, 2 ** 32 - 1, 5, 6), long)).toEqual([0, 1, 2 ** 31, 2 ** 32 - 1, 5, 6])
  expect(read(Uint32Array.of(0, 1, 2 ** 31, 2 ** 32 - 1, 5, 6), { ...long, '00280103': [1] })[3]).toBe(-1)
})

test('padding is no value, also where its number lacks the sign, and nor is what lies beside the picture', () => {
  expect(read(Uint16Array.of(0, 63, 64, 65, 70, 71), { '00280120': [64], '00280121': [70] })).toEqual([
    0,
    63,
    undefined,
    undefined,
    undefined,
    71,
  ])
  const signed = { '00280103': [1], '00280101': [16], '00280102': [15], '00280120': [63536] }
  expect(read(Int16Array.of(-2000, 0, 1, 2, 3, 4), signed)[0]).toBeUndefined()
  const values = valuesOf(bytesOf(new Uint16Array(6)), formOf(tagsOf()))
  for (const [column, row] of [
    [-1, 0],
    [3, 0],
    [0, 2],
    [0, -1],
  ] as const)
    expect(values.at(column, row)).toBeUndefined()
})

test.each<[string, Record<string, unknown[]>, string]>([
  ['a CT that names it', { '00281053': [1], '00281054': ['HU'] }, 'HU'],
  ['a CT that need not name it', { '00281053': [1] }, 'HU'],
  ['a CT of several energies', { '00281053': [1], '00189361': ['YES'] }, ''],
  ['the localizer of a CT', { '00281053': [1], '00080008': ['ORIGINAL', 'PRIMARY', 'LOCALIZER'] }, ''],
  ['another unit', { '00281053': [1], '00281054': ['Z_EFF'] }, 'Z_EFF'],
  ['an unspecified unit', { '00281053': [1], '00281054': ['US'] }, ''],
  ['an MR that is rescaled', { '00281053': [2], '00080016': ['1.2.840.10008.5.1.4.1.1.4'] }, ''],
  ['what is not rescaled', {}, ''],
])('the unit of %s', (_, change, unit) => {
  expect(formOf(tagsOf(change)).unit).toBe(unit)
})

test.each<[string, Record<string, unknown[]>, NoValues['why']]>([
  ['color', { '00280004': ['RGB'], '00280002': [3] }, 'color'],
  ['a palette', { '00280004': ['PALETTE COLOR'] }, 'color'],
  ['single bits', { '00280100': [1], '00280101': [1], '00280102': [0] }, 'form'],
  ['a table of values', { '00283000': [{}] }, 'form'],
  ['floating point numbers', { '7FE00008': [1] }, 'form'],
  ['nothing about its bits', { '00280100': [] }, 'form'],
])('a picture of %s has no values to tell', (_, change, why) => {
  expect(() => formOf(tagsOf(change))).toThrow(expect.objectContaining({ why }))
})

test('a frame that is too short is no frame', () => {
  expect(() => valuesOf(new Uint8Array(11), formOf(tagsOf()))).toThrow(NoValues)
})

test('an ellipse has the statistics of the values in it, without padding', () => {
  const [columns, rows] = [64, 48]
  const words = Uint16Array.from({ length: columns * rows }, (_, n) => (n % columns < 32 ? 1000 : 1100))
  const form = formOf(
    tagsOf({ '00280010': [rows], '00280011': [columns], '00281052': [-1000], '00281053': [1], '00280120': [2000] }),
  )
  words[20 * columns + 10] = 2000
  const values = valuesOf(bytesOf(words), form)
  const inBox = (x: number, y: number, a: number, b: number) =>
    statisticsIn(values, ellipseIn({ x, y }, { x: a, y: b }))
  expect(inBox(40, 10, 60, 40)).toMatchObject({ mean: 100, deviation: 0, least: 100, most: 100 })
  expect(inBox(22, 10, 42, 40)).toMatchObject({ mean: 50, deviation: 50, least: 0, most: 100 })
  expect(inBox(5, 15, 15, 25)).toMatchObject({ most: 0 })
  expect(inBox(10, 20, 11, 21)).toBeUndefined()
  expect(inBox(10.6, 20.6, 10.9, 20.9)).toBeUndefined()
})
