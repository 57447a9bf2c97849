const preamble = 128
const longForm = new Set(['OB', 'OW', 'OF', 'SQ', 'UN', 'UT'])

/** Reads which instance a DICOM file is and how its pixels are compressed from its first group, whose encoding is fixed (PS3.10 7.1). */
export const fileMetaOf = (bytes: Uint8Array) => {
  const text = (from: number, length: number) => String.fromCharCode(...bytes.subarray(from, from + length))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const meta = { instance: '', syntax: '' }
  if (text(preamble, 4) !== 'DICM') return meta
  for (let at = preamble + 4; at + 12 <= bytes.length && view.getUint16(at, true) === 2; ) {
    const element = view.getUint16(at + 2, true)
    const isLong = longForm.has(text(at + 4, 2))
    const length = isLong ? view.getUint32(at + 8, true) : view.getUint16(at + 6, true)
    at += isLong ? 12 : 8
    const uid = () => text(at, length).replace(/[\0 ]+$/, '')
    if (element === 0x0003) meta.instance = uid()
    if (element === 0x0010) meta.syntax = uid()
    at += length
  }
  return meta
}
