type Values = Uint8Array | Int16Array | Uint16Array | Float32Array
type Made = {
  size: [number, number, number]
  values: Values
  toMm: number[]
  scale?: [slope: number, intercept: number]
}

const codeOf = (values: Values) => {
  if (values instanceof Uint8Array) return 2
  if (values instanceof Int16Array) return 4
  return values instanceof Uint16Array ? 512 : 16
}

/** A volume as dcm2niix writes it. */
export const niftiFile = ({ size, values, toMm, scale = [1, 0] }: Made) => {
  const file = new ArrayBuffer(352 + values.byteLength)
  const head = new DataView(file)
  head.setInt32(0, 348, true)
  for (const [n, count] of [3, ...size, 1, 1, 1, 1].entries()) head.setInt16(40 + 2 * n, count, true)
  head.setInt16(70, codeOf(values), true)
  head.setInt16(72, 8 * values.BYTES_PER_ELEMENT, true)
  const lengths = [0, 1, 2].map((n) => Math.hypot(toMm[n]!, toMm[4 + n]!, toMm[8 + n]!))
  for (const [n, length] of [1, ...lengths].entries()) head.setFloat32(76 + 4 * n, length, true)
  head.setFloat32(108, 352, true)
  head.setFloat32(112, scale[0], true)
  head.setFloat32(116, scale[1], true)
  head.setInt16(254, 1, true)
  for (const [n, one] of toMm.entries()) head.setFloat32(280 + 4 * n, one, true)
  for (const [n, letter] of [...'n+1'].entries()) head.setUint8(344 + n, letter.charCodeAt(0))
  new Uint8Array(file, 352).set(new Uint8Array(values.buffer))
  return file
}
