import { apply, inverse } from './affine.ts'
import { type Affine, readVolume, type Triple } from './nifti.ts'

/** Middle, radii and brightness of an artificial head's parts; later ones cover earlier ones, and no two sides are alike. */
const parts: readonly [middle: Triple, radii: Triple, value: number][] = [
  [[0, 0, 0], [72, 90, 66], 300],
  [[-34, 8, 12], [18, 18, 18], 1000],
  [[6, 58, -10], [14, 12, 16], 600],
  [[30, -40, -18], [12, 20, 10], 800],
  [[10, -6, 30], [24, 9, 9], 80],
]
/** Edges are soft over a few mm, as a scanner shows them. */
const valueAt = (point: Triple) =>
  parts.reduce((value, [middle, radii, own]) => {
    const far = Math.hypot(...point.map((one, n) => (one - middle[n]!) / radii[n]!))
    const inside = Math.max(0, Math.min(1, 0.5 - ((far - 1) * Math.min(...radii)) / 4))
    return value + (own - value) * inside
  }, 0)

type Made = { moved?: Affine; spacing?: Triple; size?: Triple; look?: (value: number) => number }

/** A head as NIfTI, in the middle of its grid, or as placed by a motion. */
export const phantomFile = ({ moved, spacing = [3, 3, 3], size = [72, 72, 56], look = (value) => value }: Made) => {
  const file = new ArrayBuffer(352 + 2 * size[0] * size[1] * size[2])
  const view = new DataView(file)
  const numbers: [number, number][] = [
    [40, 3],
    [42, size[0]],
    [44, size[1]],
    [46, size[2]],
    [48, 1],
    [70, 4],
    [72, 16],
    [254, 1],
  ]
  for (const [at, value] of numbers) view.setInt16(at, value, true)
  view.setInt32(0, 348, true)
  view.setFloat32(108, 352, true)
  view.setFloat32(112, 1, true)
  for (const [n, mm] of spacing.entries()) {
    view.setFloat32(80 + 4 * n, mm, true)
    view.setFloat32(280 + 20 * n, mm, true)
    view.setFloat32(292 + 16 * n, (-mm * (size[n]! - 1)) / 2, true)
  }
  const { toMm, values } = readVolume(file)
  const back = moved && inverse(moved)
  for (let n = 0; n < values.length; n++) {
    const mm = apply(toMm, [n % size[0], Math.floor(n / size[0]) % size[1], Math.floor(n / (size[0] * size[1]))])
    values[n] = look(valueAt(back ? apply(back, mm) : mm))
  }
  return file
}
export const phantom = (made: Made) => readVolume(phantomFile(made))
