import { readNifti } from '../../demo/src/seeds/scans/nifti.ts'
import {
  after,
  angleOf,
  apply,
  inverse,
  type Motion,
  rigid,
} from '../../web/src/features/imaging/compare/registration/affine.ts'
import { align } from '../../web/src/features/imaging/compare/registration/align.ts'
import type { Affine, Triple, Volume } from '../../web/src/features/imaging/compare/registration/nifti.ts'
import type { Figure } from '../report.ts'

const degree = Math.PI / 180
const scans = '../../demo/src/seeds/scans/'
const brightest = 255

/** The head of the demo: Colin27, a person's own, the mean of 27 scans of him. */
const head = async () => {
  const { nx, ny, nz, dx, dy, dz, data } = await readNifti(new URL(`${scans}demo-low-t1.nii.gz`, import.meta.url))
  const middle = [nx, ny, nz].map((count) => (count - 1) / 2)
  const toMm = [dx, 0, 0, -dx * middle[0]!, 0, dy, 0, -dy * middle[1]!, 0, 0, dz, -dz * middle[2]!]
  return { size: [nx, ny, nz], values: Float32Array.from(data), toMm, header: new ArrayBuffer(0) } satisfies Volume
}

/** Evenly in 0 to 1, always the same. */
const dice = (seed: number) => () => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed / 2_147_483_647
}
const bell = (random: () => number) => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())

/** Between eight voxels; air outside. */
const between = ({ size: [nx, ny, nz], values }: Volume, [x, y, z]: Triple) => {
  let sum = 0
  for (const k of [Math.floor(z), Math.floor(z) + 1])
    for (const j of [Math.floor(y), Math.floor(y) + 1])
      for (const i of [Math.floor(x), Math.floor(x) + 1]) {
        if (i < 0 || j < 0 || k < 0 || i >= nx || j >= ny || k >= nz) continue
        sum += values[i + nx * (j + ny * k)]! * (1 - Math.abs(x - i)) * (1 - Math.abs(y - j)) * (1 - Math.abs(z - k))
      }
  return sum
}

type Grid = { size: Triple; spacing: Triple; middle: Triple }
/** Slices of 4 mm through the whole head. */
const whole: Grid = { size: [88, 100, 56], spacing: [2.3, 2.3, 4], middle: [0, 0, 0] }
/** What has changed in the head itself, at a place of the first day in mm. */
type Change = (value: number, place: Triple) => number
type Scanned = {
  moved: Affine
  look: (value: number) => number
  noise: number
  grid?: Grid
  change?: Change
  light?: Change
}
/** The head as another scan has it: moved, in another grid, another contrast, and with the noise that magnitudes have (Rician). */
const scannedAgain = (first: Volume, { moved, look, noise, grid = whole, change, light }: Scanned): Volume => {
  const { size, spacing, middle } = grid
  const toMm = [0, 1, 2].flatMap((n) => [0, 1, 2, 3].map((m) => (m === n ? spacing[n]! : 0))) as unknown as number[]
  for (const n of [0, 1, 2]) toMm[4 * n + 3] = middle[n]! - (spacing[n]! * (size[n]! - 1)) / 2
  const toFirst = after(after(inverse(first.toMm), inverse(moved)), toMm)
  const toPlace = after(first.toMm, toFirst)
  const random = dice(11)
  const values = new Float32Array(size[0] * size[1] * size[2])
  for (let n = 0; n < values.length; n++) {
    const voxel: Triple = [n % size[0], Math.floor(n / size[0]) % size[1], Math.floor(n / (size[0] * size[1]))]
    const before = between(first, apply(toFirst, voxel))
    const now = look(change ? change(before, apply(toPlace, voxel)) : before)
    const value = light ? light(now, apply(toMm, voxel)) : now
    values[n] = Math.hypot(value + noise * bell(random), noise * bell(random))
  }
  return { size, values, toMm, header: first.header }
}

const motions: [string, Motion][] = [
  ['a few mm and degrees', [4.3, -6.7, 3.1, 5.2 * degree, -4.4 * degree, 7.3 * degree]],
  ['another position', [-17.6, 21.7, 12.4, -11.8 * degree, 3.3 * degree, -9.1 * degree]],
  ['far off', [24.6, -19.3, 17.8, 14.7 * degree, 10.4 * degree, -19.6 * degree]],
]
const looks = {
  'the same contrast': (value: number) => value,
  // Fluid, dark in the first, is what shines; bone and air stay dark.
  'another contrast': (value: number) => (value < 25 ? value : brightest - value),
}
/** Of the brightest. */
const noises = [0, 0.05, 0.1]

/** The corners of a box as large as a head, about its middle. */
const corners: Triple[] = [-70, 70].flatMap((x) => [-85, 85].flatMap((y) => [-65, 65].map((z): Triple => [x, y, z])))

const far = (a: Triple, b: Triple) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
/** A bright lesion of 18 mm that was not there on the first day, and a cavity of 12 mm where tissue was taken out. */
const changed: Change = (value, place) => {
  if (far(place, [-32, 18, 24]) < 9) return 0.2 * value + 0.8 * 235
  return far(place, [28, -30, 18]) < 6 ? 15 : value
}
/** What a coil that lies nearer to one side makes of light: from 0.6 to 1.5 of it across a head. */
const uneven: Change = (value, [x, y, z]) =>
  value * Math.exp(0.0035 * x + 0.0025 * y - 0.002 * z - 0.00002 * (x * x + y * y))
/** Thin pixels and thick slices; the lower third of the head and its top are cut off. */
const cutOff: Grid = { size: [112, 128, 22], spacing: [1.7, 1.7, 6], middle: [4, -3, 14] }

type Case = { what: string; truth: Affine; second: Volume }
const figuresOf = (first: Volume, { what, truth, second }: Case): Figure[] => {
  const begun = performance.now()
  const found = align(first, second, () => undefined)
  const seconds = (performance.now() - begun) / 1000
  if (!found) return [{ what: `${what}: refused`, value: Number.POSITIVE_INFINITY, unit: 'mm', atMost: 1 }]
  const off = corners.map((corner) => far(apply(found.toMoving, corner), apply(truth, corner)))
  const turned = angleOf(after(inverse(truth), found.toMoving)) / degree
  return [
    { what: `${what}: worst corner`, value: Math.max(...off), unit: 'mm', atMost: 1 },
    { what: `${what}: turned`, value: turned, unit: '°', atMost: 1 },
    { what: `${what}: time`, value: seconds, unit: 's' },
  ]
}

/** How far the alignment of a real head is from the motion that it was given. */
export const measureAlignment = async (): Promise<Figure[]> => {
  const first = await head()
  const sameDay = motions.flatMap(([name, motion]) =>
    Object.entries(looks).flatMap(([contrast, look]) =>
      noises.flatMap((noise): Figure[] => {
        const truth = rigid(motion, [0, 0, 0])
        const second = scannedAgain(first, { moved: truth, look, noise: noise * brightest })
        return figuresOf(first, { what: `Aligning a head, ${name}, ${contrast}, ${noise * 100}% noise`, truth, second })
      }),
    ),
  )
  // Of two days of one person no public pair is at hand: all that differs on a second day is made, at once.
  const secondDay = motions.flatMap(([name, motion]) =>
    Object.entries(looks).flatMap(([contrast, look]) => {
      const truth = rigid(motion, [0, 0, 0])
      const day = { grid: cutOff, change: changed, light: uneven, noise: 0.05 * brightest }
      const second = scannedAgain(first, { moved: truth, look, ...day })
      return figuresOf(first, { what: `Aligning a second day, ${name}, ${contrast}`, truth, second })
    }),
  )
  return [...sameDay, ...secondDay]
}
