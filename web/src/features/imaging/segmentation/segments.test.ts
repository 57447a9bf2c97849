import { expect, test } from 'vitest'
import { sliceTags, tag } from '../image-fixtures.ts'
import { imagesOf } from '../images.ts'
import { colorOf } from './color.ts'
import { segmentationTags } from './segment-fixtures.ts'
import { fits, framesOn, segmentationOf, segmentsOf } from './segments.ts'

const reference = { '00200052': ['2.25.1'] }
const imageOf = (n: number, change: Record<string, unknown[]> = {}) =>
  imagesOf(sliceTags(n, { ...reference, ...change }))[0]!

test('a segmentation names its segments, with their colors and the pictures they lie on', () => {
  const segmentation = segmentationOf(segmentationTags())
  expect(segmentsOf([segmentation]).map(({ label }) => label)).toEqual(['Lesion', 'Edema'])
  expect(segmentation.most).toBe(1)
  expect(framesOn(segmentation, imageOf(2)).map(({ segment, image }) => [segment?.label, image.frame])).toEqual([
    ['Lesion', 1],
    ['Edema', 2],
  ])
  expect(framesOn(segmentation, imageOf(3)).map(({ segment }) => segment?.label)).toEqual(['Lesion'])
  expect(framesOn(segmentation, imageOf(4))).toEqual([])
  expect(fits(segmentation, [imageOf(1), imageOf(2)])).toBe(true)
})

test('segments are listed in the order of the file, whatever that of its frames', () => {
  const { '52009230': frames, ...tags } = segmentationTags()
  const reversed = { ...tags, '52009230': { vr: 'SQ', Value: frames?.Value?.toReversed() ?? [] } }
  expect(segmentsOf([segmentationOf(reversed)]).map(({ label }) => label)).toEqual(['Lesion', 'Edema'])
  const lesions = { ...tags, '00280008': tag(1), '52009230': { vr: 'SQ', Value: frames?.Value?.slice(0, 1) ?? [] } }
  expect(segmentsOf([segmentationOf(lesions)]).map(({ label }) => label)).toEqual(['Lesion'])
})

test('a fractional one says what is all of a pixel', () => {
  const tags = { ...segmentationTags(), '00620001': tag('FRACTIONAL'), '0062000E': tag(200) }
  expect(segmentationOf(tags).most).toBe(200)
})

test.each<[string, Record<string, unknown[]>]>([
  ['another frame of reference', { '00200052': ['2.25.2'] }],
  ['no frame of reference', { '00200052': [] }],
  ['another size', { '00280011': [128] }],
  ['another spacing', { '00280030': [4, 4.1] }],
  ['no spacing', { '00280030': [] }],
  ['another direction', { '00200037': [0, 1, 0, 0, 0, -1] }],
  ['a place half a millimeter beside', { '00200032': [-100, -99.5, 10] }],
  ['no place', { '00200032': [] }],
])('a picture of %s is not drawn over', (_what, change) => {
  const segmentation = segmentationOf(segmentationTags())
  expect(framesOn(segmentation, imageOf(2))).toHaveLength(2)
  expect(framesOn(segmentation, imageOf(2, change))).toEqual([])
})

test.each([
  [[65535, 32896, 32896], '#ffffff'],
  [[0, 32896, 32896], '#000000'],
  // Pure red of sRGB is L 53.24, a 80.09, b 67.20.
  [[34891, 53480, 50166], '#ff0000'],
])('the color %j is %s', (lab, color) => {
  const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  for (const [at, value] of channels(colorOf(lab, 0)).entries())
    expect(Math.abs(value - channels(color)[at]!)).toBeLessThan(4)
})
