import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'

/** Voxels in x (left to right), y (back to front), z (foot to head) order; spacing in mm. */
export type Volume = { nx: number; ny: number; nz: number; dx: number; dy: number; dz: number; data: Uint8Array }

const uint8 = 2
// Stored as 32-bit floats: 1.6 comes out as 1.600000023841858.
const millimetres = (value: number) => Math.round(value * 1e4) / 1e4

/** Reads a gzipped NIfTI-1 file of unsigned bytes, little endian. Offsets: https://nifti.nimh.nih.gov/pub/dist/src/niftilib/nifti1.h */
export const readNifti = async (path: URL): Promise<Volume> => {
  const bytes = gunzipSync(await readFile(path))
  const [nx = 0, ny = 0, nz = 0] = [42, 44, 46].map((at) => bytes.readInt16LE(at))
  const [dx = 0, dy = 0, dz = 0] = [80, 84, 88].map((at) => millimetres(bytes.readFloatLE(at)))
  if (bytes.readInt16LE(70) !== uint8) throw new Error(`${path.pathname} does not hold unsigned bytes`)
  const start = bytes.readFloatLE(108)
  return { nx, ny, nz, dx, dy, dz, data: bytes.subarray(start, start + nx * ny * nz) }
}
