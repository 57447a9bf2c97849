import type { DicomTags } from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import { apply } from '../compare/registration/affine.ts'
import type { Triple } from '../compare/registration/nifti.ts'
import { each } from '../directions.ts'
import { tag } from '../image-fixtures.ts'
import { type Grid, type LabelMap, labelMapOf } from './label-map.ts'
import { stacksOf } from './layers.ts'
import { type Segmentation, segmentationOf, segmentsOf } from './segments.ts'

type Point = [number, number, number]
/** A stack as in a segmentation; mm as DICOM counts them. */
type Grains = {
  row: Point
  column: Point
  corner: Point
  pixel: { width: number; height: number }
  gap: number
  rows: number
  columns: number
  /** Which slices there are, in the order of their frames. */
  slices: number[]
}
const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
// Called millions of times.
const plus = ([a, b, c]: Point, [x, y, z]: Point, times: number): Point => [a + times * x, b + times * y, c + times * z]
const normalOf = ({ row: [a, b, c], column: [x, y, z] }: Grains): Point => [b * z - c * y, c * x - a * z, a * y - b * x]
const cornerOf = (grains: Grains, slice: number) => plus(grains.corner, normalOf(grains), slice * grains.gap)
const sequence = (...Value: object[]) => ({ vr: 'SQ', Value })

const fileOf = (grains: Grains, change: DicomTags = {}): DicomTags => ({
  '00080016': tag('1.2.840.10008.5.1.4.1.1.66.4'),
  '00080018': tag('7.4'),
  '00200052': tag('2.25.1'),
  '00280008': tag(2 * grains.slices.length),
  '00280010': tag(grains.rows),
  '00280011': tag(grains.columns),
  '00280100': tag(1),
  '00620001': tag('BINARY'),
  '00620002': sequence(
    { '00620004': tag(1), '00620005': tag('Lesion') },
    { '00620004': tag(2), '00620005': tag('Edema') },
  ),
  '52009229': sequence({
    '00209116': sequence({ '00200037': tag(...grains.row, ...grains.column) }),
    '00289110': sequence({
      '00280030': tag(grains.pixel.height, grains.pixel.width),
      '00180088': tag(Math.abs(grains.gap)),
    }),
  }),
  '52009230': sequence(
    ...[1, 2].flatMap((segment) =>
      grains.slices.map((slice) => ({
        '0062000A': sequence({ '0062000B': tag(segment) }),
        '00209113': sequence({ '00200032': tag(...cornerOf(grains, slice)) }),
      })),
    ),
  ),
  ...change,
})

/** Without any pattern, so that no rotation or mirroring goes unnoticed. */
const amountAt = (segment: number, slice: number, row: number, column: number) =>
  (Math.imul(segment * 73_856_093 + slice * 19_349_663 + row * 83_492_791 + column * 2_654_435, 40_503) >>> 8) % 5

const packed = (grains: Grains, segment: number, slice: number) => {
  // What follows the last pixel belongs to the next frame.
  const bytes = new Uint8Array(Math.ceil((grains.rows * grains.columns) / 8)).fill(255)
  for (let n = 0; n < grains.rows * grains.columns; n++)
    if (amountAt(segment, slice, Math.floor(n / grains.columns), n % grains.columns) < 3)
      bytes[n >> 3]! &= ~(1 << (n & 7))
  return bytes
}
const fractions = (grains: Grains, segment: number, slice: number) =>
  Uint8Array.from(
    { length: grains.rows * grains.columns },
    (_, n) => 50 * amountAt(segment, slice, Math.floor(n / grains.columns), n % grains.columns),
  )

/** Searches all pixels for those whose box contains a point, using the equation of PS3.3 C.7.6.2.1.1. */
const amountsAt = (grains: Grains, point: Point) => {
  const { row, column, pixel, gap } = grains
  const normal = normalOf(grains)
  const amounts = [0, 0]
  for (const slice of grains.slices) {
    const corner = cornerOf(grains, slice)
    for (let r = 0; r < grains.rows; r++)
      for (let c = 0; c < grains.columns; c++) {
        const middle = plus(plus(corner, row, c * pixel.width), column, r * pixel.height)
        const off = plus(point, middle, -1)
        const isIn =
          Math.abs(dot(off, row)) < pixel.width / 2 &&
          Math.abs(dot(off, column)) < pixel.height / 2 &&
          Math.abs(dot(off, normal)) < Math.abs(gap) / 2
        if (isIn) for (const segment of [1, 2]) amounts[segment - 1] = amountAt(segment, slice, r, c)
      }
  }
  return amounts as [number, number]
}

const voxelsOf = ({ size }: Grid) =>
  Array.from(
    { length: size[0] * size[1] * size[2] },
    (_, n): Triple => [n % size[0], Math.floor(n / size[0]) % size[1], Math.floor(n / (size[0] * size[1]))],
  )
const pointOf = (grid: Grid, voxel: Triple): Point => {
  const [right, front, top] = apply(grid.toMm, voxel)
  return [-right, -front, top]
}
const labelAt = (map: LabelMap | undefined, voxel: Triple) => {
  if (!map) return 0
  const { from, size, labels } = map
  const [x, y, z] = each(voxel, (one, n) => one - from[n]!)
  const isIn = [x, y, z].every((one, n) => one >= 0 && one < size[n]!)
  return isIn ? labels[x + size[0] * (y + size[1] * z)]! : 0
}

const [c, s] = [Math.cos(0.4), Math.sin(0.4)]
const axial: Grains = {
  row: [1, 0, 0],
  column: [0, 1, 0],
  corner: [-10.3137, -12.1219, -8.2173],
  pixel: { width: 2.2, height: 3.1 },
  gap: 3.3,
  rows: 7,
  columns: 9,
  slices: [0, 1, 2, 3, 4],
}
const oblique: Grains = { ...axial, column: [0, c, s], corner: [-9.3137, -8.1219, -9.2173] }
const grids: Record<string, Grid> = {
  'a fine one': { size: [13, 14, 11], toMm: [1.7, 0, 0, -10.1, 0, 1.9, 0, -9.3, 0, 0, 1.6, -7.9] },
  'one that is mirrored': { size: [13, 14, 11], toMm: [-1.7, 0, 0, 11.3, 0, -1.9, 0, 12.6, 0, 0, -1.6, 8.4] },
  'one that is turned': {
    size: [9, 12, 10],
    toMm: [2.1 * c, -1.8 * s, 0, -3.2, 2.1 * s, 1.8 * c, 0, -11.7, 0, 0, 2.3, -10.4],
  },
  'sagittal ones': { size: [12, 12, 12], toMm: [0, 0, 1.9, -10.2, 1.8, 0, 0, -10.4, 0, 1.7, 0, -9.6] },
  'one that lies elsewhere': { size: [8, 8, 8], toMm: [2, 0, 0, 1.3, 0, 2, 0, -1.4, 0, 0, 2, 1.7] },
}
const stored: Record<string, Grains> = {
  axial,
  'from the head': { ...axial, column: [0, -1, 0], corner: [-10.3137, 8.1219, 8.2173], gap: 3.3 },
  mirrored: { ...axial, row: [-1, 0, 0], corner: [8.3137, -12.1219, -8.2173] },
  coronal: { ...axial, column: [0, 0, -1], corner: [-10.3137, -7.1219, 9.7173] },
  oblique,
  'frames in no order': { ...oblique, slices: [3, 0, 4, 2, 1] },
  'frames of some slices': { ...oblique, slices: [0, 4, 2] },
  'one frame': { ...axial, slices: [2] },
}

const mapOf = (segmentation: Segmentation, grains: Grains, grid: Grid, frame: typeof packed) => {
  const pixels = [1, 2].flatMap((segment) => grains.slices.map((slice) => frame(grains, segment, slice)))
  return labelMapOf(stacksOf({ segmentation, pixels }), segmentsOf([segmentation]), grid)
}

describe.each(Object.entries(stored))('%s', (_, grains) => {
  test.each(Object.entries(grids))('each voxel of %s has the segment of the pixel it lies in', (_, grid) => {
    const map = mapOf(segmentationOf(fileOf(grains)), grains, grid, packed)
    let filled = 0
    for (const voxel of voxelsOf(grid)) {
      const [first, second] = amountsAt(grains, pointOf(grid, voxel))
      const expected = second >= 3 ? 2 : first >= 3 ? 1 : 0
      if (labelAt(map, voxel) !== expected) expect([voxel, labelAt(map, voxel)]).toEqual([voxel, expected])
      if (expected > 0) filled++
    }
    expect(filled > 0).toBe(map !== undefined)
  })
})

test('of fractions each voxel has its share, and where two are, the larger one', () => {
  const grid = grids['a fine one']!
  const tags = { '00280100': tag(8), '00620001': tag('FRACTIONAL'), '0062000E': tag(200) }
  const map = mapOf(segmentationOf(fileOf(oblique, tags)), oblique, grid, fractions)!
  for (const voxel of voxelsOf(grid)) {
    const amounts = amountsAt(oblique, pointOf(grid, voxel))
    const label = labelAt(map, voxel)
    const share = map.colors[4 * label + 3]! / 255
    expect(share).toBeCloseTo(Math.max(...amounts) / 4, 2)
    if (label > 0) expect(label > 16).toBe(amounts[1] >= amounts[0])
  }
})

/** A label map: one frame per slice, with numbers from 0 to 4, of which 0 has no segment and 3 is padding. */
const labelFile = (grains: Grains, allocated: number) =>
  fileOf(grains, {
    '00080016': tag('1.2.840.10008.5.1.4.1.1.66.7'),
    '00280008': tag(grains.slices.length),
    '00280100': tag(allocated),
    '00280120': tag(3),
    '00620001': tag('LABELMAP'),
    '00620002': sequence(
      ...[1, 2, 3, 4].map((number) => ({ '00620004': tag(number), '00620005': tag(`Area ${number}`) })),
    ),
    '52009230': sequence(
      ...grains.slices.map((slice) => ({
        '00209113': sequence({ '00200032': tag(...cornerOf(grains, slice)) }),
      })),
    ),
  })
const numbered = (grains: Grains, slice: number, Kind: typeof Uint8Array | typeof Uint16Array) => {
  const numbers = new Kind(grains.rows * grains.columns)
  for (let n = 0; n < numbers.length; n++)
    numbers[n] = amountAt(1, slice, Math.floor(n / grains.columns), n % grains.columns)
  return new Uint8Array(numbers.buffer)
}

test.each([
  [8, Uint8Array],
  [16, Uint16Array],
])('of a label map of %i bits each voxel has the segment of its number', (allocated, Kind) => {
  const grid = grids['one that is turned']!
  const segmentation = segmentationOf(labelFile(oblique, allocated))
  const pixels = oblique.slices.map((slice) => numbered(oblique, slice, Kind))
  const segments = segmentsOf([segmentation])
  expect(segments.map(({ label }) => label)).toEqual(['Area 1', 'Area 2', 'Area 4'])
  const stacks = stacksOf({ segmentation, pixels })
  const labels = new Set<number>()
  const check = (shown: typeof segments, expected: (number: number) => number) => {
    const map = labelMapOf(stacks, shown, grid)
    for (const voxel of voxelsOf(grid)) {
      const [number] = amountsAt(oblique, pointOf(grid, voxel))
      labels.add(labelAt(map, voxel))
      if (labelAt(map, voxel) !== expected(number)) expect([voxel, labelAt(map, voxel)]).toEqual([voxel, number])
    }
  }
  check(segments, (number) => [0, 1, 2, 0, 3][number]!)
  expect(labels).toEqual(new Set([0, 1, 2, 3]))
  // Nothing is left of one that is switched off.
  check(segments.slice(1), (number) => [0, 0, 1, 0, 2][number]!)
})

test('a segment that is switched off uncovers the one below', () => {
  const grid = grids['a fine one']!
  const segmentation = segmentationOf(fileOf(axial))
  const pixels = [1, 2].flatMap((segment) => axial.slices.map((slice) => packed(axial, segment, slice)))
  const [lesion] = segmentsOf([segmentation])
  const map = labelMapOf(stacksOf({ segmentation, pixels }), [lesion!], grid)!
  for (const voxel of voxelsOf(grid))
    expect(labelAt(map, voxel)).toBe(amountsAt(axial, pointOf(grid, voxel))[0] >= 3 ? 1 : 0)
  expect(labelMapOf(stacksOf({ segmentation, pixels }), [], grid)?.labels.every((one) => one === 0)).toBe(true)
})

test('only the part of a volume that has something in it is kept', () => {
  const grid = grids['a fine one']!
  const map = mapOf(segmentationOf(fileOf(axial)), { ...axial, slices: [4] }, grid, packed)
  expect(map?.size[2]).toBeLessThan(4)
  expect(mapOf(segmentationOf(fileOf(axial)), axial, { ...grid, toMm: grid.toMm.with(3, 500) }, packed)).toBeUndefined()
})

test('a frame that is too short is none', () => {
  const segmentation = segmentationOf(fileOf(axial))
  expect(() => stacksOf({ segmentation, pixels: [new Uint8Array(3)] })).toThrow()
})
