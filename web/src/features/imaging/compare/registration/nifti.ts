/** Three numbers along x, y and z. */
export type Triple = readonly [number, number, number]
/** Three rows of a matrix that maps points: nine numbers that rotate and scale, and at the end of each row the shift. */
export type Affine = readonly number[]
type Values = Uint8Array | Int16Array | Int32Array | Float32Array | Uint16Array
/** A volume as stored, with the matrix from its voxels to mm (towards the right, the front and the head). */
export type Volume = { size: Triple; values: Values; toMm: Affine; header: ArrayBuffer }

// The offsets of the header fields (NIfTI-1, nifti1.h).
const at = { dim: 40, datatype: 70, bitpix: 72, start: 108, slope: 112, window: 124, sform: 254, rows: 280 } as const
const kinds = { 2: Uint8Array, 4: Int16Array, 8: Int32Array, 16: Float32Array, 512: Uint16Array } as const

/** Reads a NIfTI file of one volume, as dcm2niix writes it: little endian, not compressed, with an sform. */
export const readVolume = (file: ArrayBuffer): Volume => {
  const view = new DataView(file)
  const kind = kinds[view.getInt16(at.datatype, true) as keyof typeof kinds]
  if (!kind || view.getInt16(at.sform, true) <= 0) throw new Error('Not a volume that can be aligned')
  const [nx = 0, ny = 0, nz = 0] = [1, 2, 3].map((n) => view.getInt16(at.dim + 2 * n, true))
  const start = view.getFloat32(at.start, true)
  return {
    size: [nx, ny, nz],
    values: new kind(file, start, nx * ny * nz),
    toMm: Array.from({ length: 12 }, (_, n) => view.getFloat32(at.rows + 4 * n, true)),
    header: file.slice(0, start),
  }
}

/** Writes one volume's values in the grid of another to a new file. */
export const writeVolume = (grid: Volume, { header: own }: Volume, values: Values): ArrayBuffer => {
  const [header, from] = [new Uint8Array(grid.header.slice(0)), new Uint8Array(own)]
  const copy = (start: number, length: number) => header.set(from.subarray(start, start + length), start)
  // The values keep their type and meaning.
  copy(at.datatype, 4)
  copy(at.slope, 8)
  copy(at.window, 8)
  const file = new Uint8Array(header.length + values.byteLength)
  file.set(header)
  file.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), header.length)
  return file.buffer
}
