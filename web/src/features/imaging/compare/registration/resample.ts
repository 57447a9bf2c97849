import { after, apply, inverse } from './affine.ts'
import type { Affine, Triple, Volume } from './nifti.ts'

/** An extra slice on each side includes what is at the edge. */
const edge = 1e-3

/** How far the moving volume reaches: from mm to the voxels of the fixed one, from these to its own, and how many it has. */
export type Extent = { fromMm: Affine; toVoxel: Affine; size: Triple }
export const extentOf = (fixed: Volume, moving: Volume, toMoving: Affine): Extent => ({
  fromMm: inverse(fixed.toMm),
  toVoxel: after(after(inverse(moving.toMm), toMoving), fixed.toMm),
  size: moving.size,
})
/** Whether `resample` has a value for the voxel of the fixed volume that a point lies in. */
export const isWithin = ({ fromMm, toVoxel, size }: Extent, mm: Triple) => {
  const [x, y, z] = apply(fromMm, mm)
  const voxel = apply(toVoxel, [Math.round(x), Math.round(y), Math.round(z)])
  return voxel.every((at, n) => at >= -edge && at <= size[n]! - 1 + edge)
}

/** The moving volume in the grid of the fixed one, interpolated linearly between eight voxels; outside it, its minimum value. */
export const resample = (fixed: Volume, moving: Volume, toMoving: Affine) => {
  const [nx, ny, nz] = fixed.size
  const [mx, my, mz] = moving.size
  const { values } = moving
  const m = extentOf(fixed, moving, toMoving).toVoxel
  const isWhole = !(values instanceof Float32Array)
  const out = new (values.constructor as Float32ArrayConstructor)(nx * ny * nz)
  let least = Number.POSITIVE_INFINITY
  for (const value of values) if (value < least) least = value
  for (let z = 0, to = 0; z < nz; z++)
    for (let y = 0; y < ny; y++)
      for (let x = 0; x < nx; x++, to++) {
        const i = m[0]! * x + m[1]! * y + m[2]! * z + m[3]!
        const j = m[4]! * x + m[5]! * y + m[6]! * z + m[7]!
        const k = m[8]! * x + m[9]! * y + m[10]! * z + m[11]!
        const isIn =
          i >= -edge && j >= -edge && k >= -edge && i <= mx - 1 + edge && j <= my - 1 + edge && k <= mz - 1 + edge
        if (!isIn) {
          out[to] = least
          continue
        }
        const i0 = Math.max(0, Math.floor(i))
        const j0 = Math.max(0, Math.floor(j))
        const k0 = Math.max(0, Math.floor(k))
        let sum = 0
        for (let corner = 0; corner < 8; corner++) {
          const p = Math.min(mx - 1, i0 + (corner & 1))
          const q = Math.min(my - 1, j0 + ((corner >> 1) & 1))
          const r = Math.min(mz - 1, k0 + (corner >> 2))
          const weight =
            ((corner & 1) === 0 ? 1 - (i - i0) : i - i0) *
            (((corner >> 1) & 1) === 0 ? 1 - (j - j0) : j - j0) *
            (corner >> 2 === 0 ? 1 - (k - k0) : k - k0)
          if (weight !== 0) sum += weight * values[p + mx * (q + my * r)]!
        }
        out[to] = isWhole ? Math.round(sum) : sum
      }
  return out
}
