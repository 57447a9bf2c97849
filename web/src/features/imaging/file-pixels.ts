import type { Form } from './measure/values.ts'
import { isPlain } from './volume-check.ts'

const implicit = '1.2.840.10008.1.2'
const pixelElement = 0x00107fe0

/** The pixels of a single-picture file, if stored uncompressed at its end (PS3.5 A.1, A.2); otherwise undefined. */
export const pixelsAtEnd = (bytes: Uint8Array<ArrayBuffer>, syntax: string, { rows, columns, allocated }: Form) => {
  const length = rows * columns * (allocated / 8)
  const even = length + (length % 2)
  const at = bytes.length - even
  const head = at - (syntax === implicit ? 8 : 12)
  if (!isPlain(syntax) || head < 0) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isPixels = view.getUint32(head, true) === pixelElement && view.getUint32(at - 4, true) === even
  const hasForm = syntax === implicit || /^O[BW]$/.test(String.fromCharCode(bytes[head + 4]!, bytes[head + 5]!))
  return isPixels && hasForm ? bytes.subarray(at, at + length) : undefined
}
