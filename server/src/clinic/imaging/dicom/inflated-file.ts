import { inflateRawSync } from 'node:zlib'

const metaGroup = 0x0002
const longForms = new Set(['OB', 'OW', 'UN', 'UT', 'SQ'])

/** Where the meta header ends (PS3.10 7.1): it alone is not deflated. */
const metaEnd = (file: Buffer) => {
  let at = 132
  while (at + 12 <= file.length && file.readUInt16LE(at) === metaGroup) {
    const isLong = longForms.has(file.toString('latin1', at + 4, at + 6))
    at += isLong ? 12 + file.readUInt32LE(at + 8) : 8 + file.readUInt16LE(at + 6)
  }
  return at
}

/** A deflated file (PS3.5 A.5) with its dataset as it was before; throws where it is broken, or more than `mostBytes`. */
export const inflatedFile = (file: Buffer, mostBytes: number): Buffer => {
  const end = metaEnd(file)
  return Buffer.concat([file.subarray(0, end), inflateRawSync(file.subarray(end), { maxOutputLength: mostBytes })])
}
