import { expect, test } from 'vitest'
import { after, angleOf, apply, inverse, type Motion, rigid } from './affine.ts'
import { align } from './align.ts'
import { readVolume, type Triple, writeVolume } from './nifti.ts'
import { phantom } from './registration-fixtures.ts'
import { extentOf, isWithin, resample } from './resample.ts'

const degree = Math.PI / 180
const corners: Triple[] = [-60, 60].flatMap((x) => [-60, 60].flatMap((y) => [-50, 50].map((z) => [x, y, z] as const)))
const still: Motion = [0, 0, 0, 0, 0, 0]
/** A second or two of computing, on a machine with other work. */
const slow = { timeout: 60_000 }
const quiet = () => undefined

/** The largest distance of a head's corners from their true position, in mm. */
const errorOf = (found: readonly number[], truth: readonly number[]) =>
  Math.max(
    ...corners.map((corner) => {
      const [a, b] = [apply(found, corner), apply(truth, corner)]
      return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
    }),
  )

test('an affine and its inverse are nothing', () => {
  const m = after(rigid([3, -4, 5, 0.2, -0.1, 0.3], [10, 20, 30]), [2, 0, 0, 5, 0, 3, 0, 6, 0, 0, 4, 7])
  after(inverse(m), m).forEach((value, n) => {
    expect(value).toBeCloseTo(n % 5 === 0 ? 1 : 0, 9)
  })
  expect(angleOf(rigid([0, 0, 0, 0, 0, 0.5], [0, 0, 0]))).toBeCloseTo(0.5, 9)
})

const motions: [string, Motion][] = [
  ['nothing', still],
  ['a few mm and degrees', [4, -6, 3, 5 * degree, -4 * degree, 7 * degree]],
  ['another position in the scanner', [-18, 22, 12, -12 * degree, 3 * degree, -9 * degree]],
]
test.each(motions)('a head that was moved is found within 1 mm and 1 degree: %s', slow, (_, motion) => {
  const truth = rigid(motion, [0, 0, 0])
  const found = align(phantom({}), phantom({ moved: truth, spacing: [2.5, 2.5, 4], size: [88, 88, 50] }), quiet)
  expect(errorOf(found!.toMoving, truth)).toBeLessThan(1)
  expect(angleOf(after(inverse(truth), found!.toMoving))).toBeLessThan(1 * degree)
})

test('another contrast is aligned, too: what is bright in one is dark in the other', slow, () => {
  const truth = rigid([5, 4, -6, 4 * degree, 6 * degree, -5 * degree], [0, 0, 0])
  const found = align(
    phantom({}),
    phantom({ moved: truth, look: (value) => (value < 300 ? value * 3 : 1200 - value) }),
    quiet,
  )
  expect(errorOf(found!.toMoving, truth)).toBeLessThan(1)
})

test('two that have nothing in common are not aligned', slow, () => {
  let seed = 7
  const noise = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return (seed / 2_147_483_647) * 1000
  }
  expect(align(phantom({}), phantom({ look: noise }), quiet)).toBeUndefined()
})

test('progress only grows, and ends', slow, () => {
  const told: number[] = []
  align(phantom({}), phantom({}), (part) => told.push(part))
  expect(told).toEqual(told.toSorted((a, b) => a - b))
  expect(told.at(-1)).toBe(1)
})

test('resampled onto the first, the second has the grid of the first and its own values', slow, () => {
  const truth = rigid([4, -6, 3, 0, 0, 10 * degree], [0, 0, 0])
  const [fixed, moving] = [phantom({}), phantom({ moved: truth, spacing: [2, 2, 3], size: [110, 110, 66] })]
  const made = readVolume(writeVolume(fixed, moving, resample(fixed, moving, truth)))
  expect([made.size, made.toMm]).toEqual([fixed.size, fixed.toMm])
  const sum = Array.from(made.values).reduce((sum, value, n) => sum + Math.abs(value - fixed.values[n]!), 0)
  expect(sum / made.values.length).toBeLessThan(12)
})

test('where the second shows less, what was resampled is known to have no value', () => {
  const [fixed, moving] = [phantom({ look: () => 500 }), phantom({ size: [40, 72, 56], look: () => 500 })]
  moving.values[0] = -1024
  const truth = rigid([4, -6, 3, 0, 0, 10 * degree], [0, 0, 0])
  const [extent, made] = [extentOf(fixed, moving, truth), resample(fixed, moving, truth)]
  const [nx, ny] = fixed.size
  const isThere = Array.from(made, (_, n) =>
    isWithin(extent, apply(fixed.toMm, [n % nx, Math.floor(n / nx) % ny, Math.floor(n / (nx * ny))])),
  )
  expect(isThere).toEqual(Array.from(made, (value) => value !== -1024))
  expect(new Set(isThere).size).toBe(2)
})
