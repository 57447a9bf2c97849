import { expect, test } from 'vitest'
import { centerOf, type Image, motionOf, signalToNoise } from './signal.ts'

const side = 128
/** Random numbers that are the same each time (mulberry32). */
const randomsFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
}
/** The magnitude of a disk in complex Gaussian noise, as a scanner makes it. */
const disk = (signal: number, noise: number, center = { x: 64, y: 64 }, radius = 40): Image => {
  const random = randomsFrom(7)
  const normal = () => noise * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const values = Float64Array.from({ length: side * side }, (_, n) => {
    const isInside = Math.hypot((n % side) - center.x, Math.floor(n / side) - center.y) < radius
    return Math.hypot((isInside ? signal : 0) + normal(), normal())
  })
  return { rows: side, columns: side, values }
}

test('signal to noise is the signal over the deviation of its noise', () => {
  for (const snr of [10, 25, 60]) {
    const measured = signalToNoise(disk(snr * 8, 8)) ?? 0
    expect(Math.abs(measured / snr - 1)).toBeLessThan(0.1)
  }
})

test('air that was set to one value, and a head that fills the image, tell nothing', () => {
  expect(signalToNoise(disk(500, 0))).toBeNull()
  expect(signalToNoise(disk(500, 5, { x: 64, y: 64 }, 200))).toBeNull()
})

test('a head that moved between repeats is measured in mm', () => {
  const repeats = [disk(400, 4), disk(400, 4, { x: 65, y: 64 }), disk(400, 4, { x: 64, y: 67 })]
  const centers = repeats.flatMap((image) => centerOf(image) ?? [])
  expect(motionOf(centers, [1.5, 2])).toBeCloseTo(4.5, 0)
  expect(motionOf(centers.slice(0, 2), [1.5, 2])).toBeCloseTo(2, 0)
  expect(motionOf(centers.slice(0, 1), [1, 1])).toBeNull()
})

test('an image of one value has no center', () => {
  expect(centerOf({ rows: 2, columns: 2, values: new Float64Array(4).fill(7) })).toBeNull()
})
