import { PictureRefused } from './picture-refused.ts'

/** A compressed frame's own description, which its decoder follows, whatever the tags say. */
export type Codestream = {
  rows: number
  columns: number
  components: number
  /** Bits per sample. */
  precision: number
  isSigned: boolean
  /** The stream says that its colors are luminance and two differences. */
  isYcc: boolean
  /** Its components come one after the other. */
  isPlanar: boolean
}

const damaged = () => new PictureRefused('damaged')
const isFrameHead = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) || marker === 0xf7
const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/** The headers of a JPEG or JPEG-LS stream up to its first scan (ISO 10918-1 B.2, 14495-1 C.2). */
export const jpegHead = (bytes: Buffer): Codestream => {
  let frame: Buffer | undefined
  let isYcc = false
  for (let at = bytes.indexOf('ffd8', 'hex') + 2; at >= 2 && at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) throw damaged()
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) at += 1
    else if (isAlone(marker)) at += 2
    else {
      const segment = bytes.subarray(at + 4, at + 2 + bytes.readUInt16BE(at + 2))
      if (isFrameHead(marker)) frame = segment
      if (marker === 0xe0 && segment.toString('latin1', 0, 4) === 'JFIF') isYcc = true
      if (marker === 0xee && segment.toString('latin1', 0, 5) === 'Adobe') isYcc = segment[11] === 1
      if (marker === 0xda) return jpegOf(frame, segment, isYcc)
      at += 2 + bytes.readUInt16BE(at + 2)
    }
  }
  throw damaged()
}

const jpegOf = (frame: Buffer | undefined, scan: Buffer, isYcc: boolean): Codestream => {
  if (!frame || frame.length < 6 || scan.length < 1) throw damaged()
  return {
    precision: frame.readUInt8(0),
    rows: frame.readUInt16BE(1),
    columns: frame.readUInt16BE(3),
    components: frame.readUInt8(5),
    isSigned: false,
    isYcc,
    isPlanar: scan[0] === 1,
  }
}

/** The image and tile sizes of a JPEG 2000 stream (ISO 15444-1 A.5.1), which may be in the boxes of a file. */
export const jpeg2000Head = (bytes: Buffer): Codestream => {
  const at = bytes.indexOf('ff4fff51', 'hex')
  if (at < 0 || at + 42 > bytes.length) throw damaged()
  const [width, height, left, top] = [8, 12, 16, 20].map((offset) => bytes.readUInt32BE(at + offset)) as [
    number,
    number,
    number,
    number,
  ]
  const components = bytes.readUInt16BE(at + 40)
  if (at + 42 + 3 * components > bytes.length || components === 0) throw damaged()
  const parts = Array.from({ length: components }, (_, n) => bytes.readUIntBE(at + 42 + 3 * n, 3))
  // Every component is like the first, and none coarser than the picture.
  if (parts.some((part) => part !== parts[0] || (part & 0xffff) !== 0x0101)) throw new PictureRefused('form')
  const depth = (parts[0] ?? 0) >> 16
  return {
    rows: height - top,
    columns: width - left,
    components,
    precision: (depth & 0x7f) + 1,
    isSigned: depth > 0x7f,
    isYcc: false,
    isPlanar: false,
  }
}
