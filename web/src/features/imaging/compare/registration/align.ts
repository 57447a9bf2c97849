import { each } from '../../directions.ts'
import { after, apply, inverse, type Motion, rigid } from './affine.ts'
import type { Affine, Triple, Volume } from './nifti.ts'

/** A downsampled volume, its values as bins from 0 to the last. */
type Level = { size: Triple; values: Float32Array; toMm: Affine; toVoxel: Affine }

const bins = 32
/** Minimum and maximum without a two-hundredth on each side, so that one bright vessel does not take up all bins. */
const spanOf = (values: Float32Array) => {
  const sorted = values.filter((_, n) => n % Math.ceil(values.length / 20_000) === 0).sort()
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? 0
  const [least, most] = [at(0.005), at(0.995)]
  return most > least ? { least, most } : { least: sorted[0] ?? 0, most: (sorted.at(-1) ?? 0) + 1e-6 }
}

const spacingOf = (m: Affine) => [0, 1, 2].map((n) => Math.hypot(m[n]!, m[4 + n]!, m[8 + n]!))

/** Means over boxes about this many mm wide: a pyramid finds large motions first (Thevenaz and Unser 2000, IEEE TIP 9:2083). */
const coarse = ({ size, values, toMm }: Volume, mm: number): Level => {
  const step = spacingOf(toMm).map((own) => Math.max(1, Math.round(mm / own)))
  const [sx = 1, sy = 1, sz = 1] = step
  const [nx, ny, nz] = each(size, (count, n) => Math.max(1, Math.floor(count / step[n]!)))
  const means = new Float32Array(nx * ny * nz)
  for (let z = 0; z < nz * sz && z < size[2]; z++)
    for (let y = 0; y < ny * sy && y < size[1]; y++) {
      const row = size[0] * (y + size[1] * z)
      const to = nx * (Math.floor(y / sy) + ny * Math.floor(z / sz))
      for (let x = 0; x < nx * sx && x < size[0]; x++)
        means[to + Math.floor(x / sx)]! += values[row + x]! / (sx * sy * sz)
    }
  const { least, most } = spanOf(means)
  const scale = (bins - 1) / (most - least)
  for (let n = 0; n < means.length; n++) means[n] = Math.max(0, Math.min(bins - 1, (means[n]! - least) * scale))
  // The middle of the first box is (s - 1) / 2 voxels from the middle of the first voxel.
  const wider = [sx, 0, 0, (sx - 1) / 2, 0, sy, 0, (sy - 1) / 2, 0, 0, sz, (sz - 1) / 2]
  const levelToMm = after(toMm, wider)
  return { size: [nx, ny, nz], values: means, toMm: levelToMm, toVoxel: inverse(levelToMm) }
}

/** The interpolated value between eight voxels, or -1 outside. Called millions of times, so it creates no arrays. */
const valueAt = ({ size, values }: Level, x: number, y: number, z: number) => {
  const nx = size[0]
  const ny = size[1]
  const nz = size[2]
  if (!(x >= 0 && y >= 0 && z >= 0 && x <= nx - 1 && y <= ny - 1 && z <= nz - 1)) return -1
  const x0 = Math.min(Math.floor(x), Math.max(0, nx - 2))
  const y0 = Math.min(Math.floor(y), Math.max(0, ny - 2))
  const z0 = Math.min(Math.floor(z), Math.max(0, nz - 2))
  const fx = x - x0
  const fy = y - y0
  const fz = z - z0
  const dx = nx > 1 ? 1 : 0
  const dy = ny > 1 ? nx : 0
  const n = x0 + nx * (y0 + ny * z0)
  const m = nz > 1 ? n + nx * ny : n
  const low =
    (values[n]! * (1 - fx) + values[n + dx]! * fx) * (1 - fy) +
    (values[n + dy]! * (1 - fx) + values[n + dy + dx]! * fx) * fy
  const high =
    (values[m]! * (1 - fx) + values[m + dx]! * fx) * (1 - fy) +
    (values[m + dy]! * (1 - fx) + values[m + dy + dx]! * fx) * fy
  return low * (1 - fz) + high * fz
}

type Samples = { points: Float32Array; values: Float32Array; count: number }
const maxSamples = 30_000
/** Off-grid points, always the same ones: on the grid the measure has false peaks where two grids meet (Pluim 2003, IEEE TMI 22:986). */
const samplesOf = (level: Level): Samples => {
  const [nx, ny, nz] = level.size
  const every = Math.max(1, (nx * ny * nz) / maxSamples)
  const count = Math.floor((nx * ny * nz) / every)
  const samples: Samples = { points: new Float32Array(3 * count), values: new Float32Array(count), count: 0 }
  let seed = 1
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  for (let n = 0; n < count; n++) {
    const index = Math.floor(n * every)
    const voxel = [index % nx, Math.floor(index / nx) % ny, Math.floor(index / (nx * ny))].map(
      (own) => own + random() - 0.5,
    )
    const [x = 0, y = 0, z = 0] = voxel
    const value = valueAt(level, x, y, z)
    if (value < 0) continue
    samples.points.set(apply(level.toMm, [x, y, z]), 3 * samples.count)
    samples.values[samples.count++] = value
  }
  return samples
}

const entropyOf = (counts: Float64Array, total: number) => {
  let sum = 0
  for (const count of counts) if (count > 0) sum -= (count / total) * Math.log(count / total)
  return sum
}

const minOverlap = 0.3
/**
 * Normalized mutual information, (H(A) + H(B)) / H(A,B) (Studholme 1999, Pattern Recognition 32:71): 1 means independent, 2
 * identical. Values between two bins count in both by their distance (a first-order Parzen window; Mattes 2003, IEEE TMI 22:120).
 */
const likeness = ({ points, values, count }: Samples, moving: Level, motion: Affine) => {
  const m = after(moving.toVoxel, motion)
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0, j = 0, k = 0, l = 0] = m
  const joint = new Float64Array(bins * bins)
  let total = 0
  for (let n = 0; n < count; n++) {
    const x = points[3 * n]!
    const y = points[3 * n + 1]!
    const z = points[3 * n + 2]!
    const other = valueAt(moving, a * x + b * y + c * z + d, e * x + f * y + g * z + h, i * x + j * y + k * z + l)
    if (other < 0) continue
    const own = values[n]!
    const p = Math.min(bins - 2, Math.floor(own))
    const q = Math.min(bins - 2, Math.floor(other))
    const s = own - p
    const t = other - q
    joint[p * bins + q]! += (1 - s) * (1 - t)
    joint[p * bins + q + 1]! += (1 - s) * t
    joint[(p + 1) * bins + q]! += s * (1 - t)
    joint[(p + 1) * bins + q + 1]! += s * t
    total++
  }
  if (total < minOverlap * count) return 0
  const [rows, columns] = [new Float64Array(bins), new Float64Array(bins)]
  for (let n = 0; n < joint.length; n++) {
    rows[Math.floor(n / bins)]! += joint[n]!
    columns[n % bins]! += joint[n]!
  }
  const both = entropyOf(joint, total)
  return both > 0 ? (entropyOf(rows, total) + entropyOf(columns, total)) / both : 0
}

const eachOf = ([x, y, z, a, b, c]: Motion, change: (one: number, at: number) => number): Motion => [
  change(x, 0),
  change(y, 1),
  change(z, 2),
  change(a, 3),
  change(b, 4),
  change(c, 5),
]

type Found = { motion: Motion; score: number }
/**
 * Pattern search: each number a step up or down, then the same direction once more, and half the step if nothing is better (Hooke and
 * Jeeves 1961, J. ACM 8:212).
 */
const search = (start: Motion, scoreOf: (motion: Motion) => number, first: number, last: number): Found => {
  // A degree moves the edge of a head by about 1.4 mm.
  const degree = Math.PI / 180 / 1.4
  const units = [1, 1, 1, degree, degree, degree]
  const explore = (from: Found, step: number) => {
    let best = from
    for (let n = 0; n < 6; n++)
      for (const way of [1, -1]) {
        const motion = eachOf(best.motion, (one, m) => (m === n ? one + way * step * units[n]! : one))
        const score = scoreOf(motion)
        if (score <= best.score) continue
        best = { motion, score }
        break
      }
    return best
  }
  let best: Found = { motion: start, score: scoreOf(start) }
  for (let step = first; step >= last; step /= 2)
    for (let tries = 0; tries < 60; tries++) {
      const next = explore(best, step)
      if (next.score <= best.score + 1e-7) break
      const farther = eachOf(next.motion, (one, n) => 2 * one - best.motion[n]!)
      const ahead = explore({ motion: farther, score: scoreOf(farther) }, step)
      best = ahead.score > next.score ? ahead : next
    }
  return best
}

const middleOf = ({ size, toMm }: Pick<Level, 'size' | 'toMm'>): Triple =>
  apply(
    toMm,
    each(size, (count) => (count - 1) / 2),
  )

/** The center of mass of the brightness. */
const massOf = (level: Level): Triple => {
  const [nx, ny] = level.size
  const sums = [0, 0, 0, 1e-9]
  level.values.forEach((value, n) => {
    const voxel = [n % nx, Math.floor(n / nx) % ny, Math.floor(n / (nx * ny)), 1]
    for (let m = 0; m < 4; m++) sums[m]! += value * voxel[m]!
  })
  return apply(level.toMm, [sums[0]! / sums[3]!, sums[1]! / sums[3]!, sums[2]! / sums[3]!])
}
const shiftOf = (from: Triple, to: Triple): Motion => [to[0] - from[0], to[1] - from[1], to[2] - from[2], 0, 0, 0]

/** Below this the two share too little for the result to be trusted. */
const minLikeness = 1.03

/** The width of the boxes in mm, and the search's first and last step, in mm. */
const levels = [
  { mm: 8, first: 8, last: 1 },
  { mm: 4, first: 2, last: 0.25 },
  { mm: 2, first: 0.5, last: 0.03 },
] as const

export type Aligned = { toMoving: Affine; motion: Motion; middle: Triple }

/** Maps mm of the fixed volume to mm of the moving one, which was shifted and turned as a whole; undefined if they do not fit. */
export const align = (fixed: Volume, moving: Volume, onProgress: (part: number) => void): Aligned | undefined => {
  const middle = middleOf(fixed)
  let best: Found | undefined
  for (const [n, { mm, first, last }] of levels.entries()) {
    const [own, other] = [coarse(fixed, mm), coarse(moving, mm)]
    const samples = samplesOf(own)
    const scoreOf = (motion: Motion) => likeness(samples, other, rigid(motion, middle))
    const starts: Motion[] = best
      ? [best.motion]
      : // As the scanner says, from middle to middle, and from mass to mass.
        [[0, 0, 0, 0, 0, 0], shiftOf(middle, middleOf(moving)), shiftOf(massOf(own), massOf(other))]
    best = undefined
    for (const [s, start] of starts.entries()) {
      const found = search(start, scoreOf, first, last)
      if (!best || found.score > best.score) best = found
      onProgress((n + (s + 1) / starts.length) / levels.length)
    }
  }
  if (!best || best.score < minLikeness) return undefined
  return { toMoving: rigid(best.motion, middle), motion: best.motion, middle }
}
