import { expect, test } from 'vitest'
import { stackOf } from '../image-fixtures.ts'
import { offsetOf, relationOf, sliceAt, spotOfSlice, targetOf } from './link.ts'

const frame = (uid: string) => ({ '00200052': [uid] })
const partOf = (count: number, change: (n: number) => Record<string, unknown[]> = () => ({})) => ({
  images: stackOf(count, change),
  labels: [],
})
const ofFrame = (uid: string, count = 3) => partOf(count, () => frame(uid))

test('one frame of reference is one set of coordinates, two are not, and none says nothing', () => {
  expect(relationOf(ofFrame('1'), ofFrame('1', 5), 'volumes')).toBe('same')
  expect(relationOf(ofFrame('1'), ofFrame('2'), 'volumes')).toBe('different')
  expect(relationOf(partOf(3), partOf(3), 'volumes')).toBe('unknown')
  expect(relationOf(ofFrame('1'), partOf(3), 'slices')).toBe('unknown')
  const mixed = partOf(3, (n) => frame(String(n)))
  expect(relationOf(mixed, mixed, 'volumes')).toBe('unknown')
})

test('slices that lean, or point elsewhere, are not linked by mm', () => {
  const leaning = partOf(4, (n) => ({ ...frame('1'), '00200032': [0, n * 2, n * 5] }))
  expect(relationOf(leaning, ofFrame('1'), 'volumes')).toBe('leaning')
  const coronal = partOf(3, (n) => ({ ...frame('1'), '00200037': [1, 0, 0, 0, 0, -1], '00200032': [0, n * 5, 0] }))
  expect(relationOf(coronal, ofFrame('1'), 'slices')).toBe('turned')
  expect(relationOf(coronal, ofFrame('1'), 'volumes')).toBe('same')
})

test('in one set of coordinates the other side goes to the same mm, from either side', () => {
  const spot = { mm: [1, 2, 3], part: [0.5, 0.5, 0.5] }
  for (const from of [0, 1] as const) expect(targetOf(from, spot, { by: 'mm' })).toEqual({ mm: [1, 2, 3] })
  expect(targetOf(0, { mm: undefined, part: [0.5] }, { by: 'mm' })).toBeUndefined()
})

test('linked by relative place, the offset of that moment is kept, in both directions', () => {
  const offset = offsetOf({ mm: undefined, part: [0.5] }, { mm: undefined, part: [0.75] })
  expect(offset).toEqual([0.25])
  expect(targetOf(0, { mm: undefined, part: [0.25] }, { by: 'part', offset })).toEqual({ part: [0.5] })
  expect(targetOf(1, { mm: undefined, part: [0.5] }, { by: 'part', offset })).toEqual({ part: [0.25] })
})

test('the slice at a depth is the one that holds it; beyond the first and the last there is none', () => {
  const { images } = partOf(3)
  expect(spotOfSlice(images, 1)).toEqual({ mm: [10], part: [0.5] })
  expect([4, 12.4, 15, 17.5].map((mm) => sliceAt(images, { mm: [mm] }))).toEqual([0, 1, 2, 2])
  expect([2, 18].map((mm) => sliceAt(images, { mm: [mm] }))).toEqual([undefined, undefined])
})

test('in a hole of the series there is no slice, and one beyond an end reaches no farther than the gap there', () => {
  const at = (...depths: number[]) => partOf(depths.length, (n) => ({ '00200032': [0, 0, depths[n - 1]] })).images
  const withHole = at(0, 5, 10, 50, 55, 60)
  expect([12, 14, 30, 46, 48].map((mm) => sliceAt(withHole, { mm: [mm] }))).toEqual([
    2,
    undefined,
    undefined,
    undefined,
    3,
  ])
  expect([7, 30].map((mm) => sliceAt(at(0, 5, 45), { mm: [mm] }))).toEqual([1, undefined])
  const closeAtEnd = at(0, 5, 10, 12)
  expect([12.9, 14].map((mm) => sliceAt(closeAtEnd, { mm: [mm] }))).toEqual([3, undefined])
  expect([1, 3].map((mm) => sliceAt(at(0, 0, 0, 5), { mm: [mm] }))).toEqual([0, 3])
})

test('relative places run towards the head, from whichever end the files count', () => {
  const up = partOf(4).images
  const down = partOf(4, (n) => ({ '00200032': [0, 0, -n * 5] })).images
  expect(spotOfSlice(up, 0).part).toEqual([0.125])
  expect(spotOfSlice(down, 0).part).toEqual([0.875])
  expect(sliceAt(down, { part: [0.125] })).toBe(3)
  expect(sliceAt(up, { part: [1.1] })).toBeUndefined()
  expect(sliceAt(up, { part: [-0.1] })).toBeUndefined()
})

test('without a place in the body there is no depth to go to', () => {
  const { images } = partOf(3, () => ({ '00200032': [] }))
  expect(spotOfSlice(images, 0).mm).toBeUndefined()
  expect(sliceAt(images, { mm: [10] })).toBeUndefined()
})
