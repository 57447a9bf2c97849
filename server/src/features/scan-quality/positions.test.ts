import { expect, test } from 'vitest'
import { positionsOf } from './positions.ts'

const axial = [1, 0, 0, 0, 1, 0]
const sagittal = [0, 1, 0, 0, 0, -1]
const imageAt = (position: number[], orientation = axial, frames = 1) => ({
  '00200032': { vr: 'DS', Value: position },
  '00200037': { vr: 'DS', Value: orientation },
  '00280008': { vr: 'IS', Value: [frames] },
})
const stack = (...along: number[]) => along.map((z) => imageAt([5, 7, z]))

test('evenly spaced slices are all there, in any order and however files round', () => {
  expect(positionsOf(stack(4.999, 0, 10.001, 15, 20))).toEqual({
    slices: 5,
    missing: 0,
    isUneven: false,
    spacing: expect.closeTo(5, 1),
  })
})

test('slices that are missing between others are counted', () => {
  expect(positionsOf(stack(0, 5, 10, 25, 30))).toMatchObject({ slices: 5, missing: 2, isUneven: false })
})

test('a position with fewer repeats than the others misses them, and a gap misses all of its repeats', () => {
  const repeats = [...stack(0, 5, 10, 20, 25), ...stack(0, 5, 20, 25)]
  expect(positionsOf(repeats)).toMatchObject({ slices: 5, missing: 1 + 2 })
})

test('steps that are no multiple of the others are uneven', () => {
  expect(positionsOf(stack(0, 5, 10, 16.5, 21.5))).toMatchObject({ missing: 0, isUneven: true })
})

test('the planes of a localizer count by themselves', () => {
  const planes = [...stack(0, 10, 20), ...[0, 10, 30].map((x) => imageAt([x, 0, 0], sagittal))]
  expect(positionsOf(planes)).toMatchObject({ slices: 6, missing: 1 })
})

test('what does not say where it lies, few slices and images of many frames tell nothing', () => {
  expect(positionsOf([{}, {}, {}])).toBeNull()
  expect(positionsOf(stack(0, 50))).toBeNull()
  expect(positionsOf([0, 5, 10].map((z) => imageAt([0, 0, z], axial, 30)))).toBeNull()
})

test('positions that no scanner reaches are none, and what is missing has an end', () => {
  expect(positionsOf(stack(0, 5, 10, 1e12))).toMatchObject({ slices: 3, missing: 0 })
  expect(positionsOf(stack(1e39, 2e39, 3e39))).toBeNull()
  expect(positionsOf(stack(0, 0.03, 0.06, 4000))).toMatchObject({ missing: 9999 })
})
