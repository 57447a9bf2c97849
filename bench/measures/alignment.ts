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
  return { size: [nx, ny, nz], values: Float32Array.from(data), toMm } as unknown as Volume
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

type Scanned = { moved: Affine; look: (value: number) => number; noise: number }
/** The head as another scan has it: moved, with slices of 4 mm, another contrast, and the noise that magnitudes have (Rician). */
const scannedAgain = (first: Volume, { moved, look, noise }: Scanned): Volume => {
  const [size, spacing]: [Triple, Triple] = [
    [88, 100, 56],
    [2.3, 2.3, 4],
  ]
  const toMm = [0, 1, 2].flatMap((n) => [0, 1, 2, 3].map((m) => (m === n ? spacing[n]! : 0))) as unknown as number[]
  for (const n of [0, 1, 2]) toMm[4 * n + 3] = (-spacing[n]! * (size[n]! - 1)) / 2
  const toFirst = after(after(inverse(first.toMm), inverse(moved)), toMm)
  const random = dice(11)
  const values = new Float32Array(size[0] * size[1] * size[2])
  for (let n = 0; n < values.length; n++) {
    const voxel: Triple = [n % size[0], Math.floor(n / size[0]) % size[1], Math.floor(n / (size[0] * size[1]))]
    const value = look(between(first, apply(toFirst, voxel)))
    values[n] = Math.hypot(value + noise * bell(random), noise * bell(random))
  }
  return { size, values, toMm }
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

/** How far the alignment of a real head is from the motion that it was given. */
export const measureAlignment = async (): Promise<Figure[]> => {
  const first = await head()
  return motions.flatMap(([name, motion]) =>
    Object.entries(looks).flatMap(([contrast, look]) =>
      noises.flatMap((noise): Figure[] => {
        const truth = rigid(motion, [0, 0, 0])
        const second = scannedAgain(first, { moved: truth, look, noise: noise * brightest })
        const begun = performance.now()
        const found = align(first, second, () => undefined)
        const seconds = (performance.now() - begun) / 1000
        const what = `Aligning a head, ${name}, ${contrast}, ${noise * 100}% noise`
        if (!found) return [{ what: `${what}: refused`, value: Number.NaN, unit: 'mm' }]
        const off = corners.map((corner) => {
          const [a, b] = [apply(found.toMoving, corner), apply(truth, corner)]
          return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
        })
        const turned = angleOf(after(inverse(truth), found.toMoving)) / degree
        return [
          { what: `${what}: worst corner`, value: Math.max(...off), unit: 'mm', atMost: 1 },
          { what: `${what}: turned`, value: turned, unit: '°', atMost: 1 },
          { what: `${what}: time`, value: seconds, unit: 's' },
        ]
      }),
    ),
  )
}
