import {
  deflated,
  explicitBigEndian,
  explicitLittleEndian,
  implicitLittleEndian,
  isVideo,
} from './transfer-syntaxes.ts'

const encapsulatedUncompressed = '1.2.840.10008.1.2.1.98'

const native = [implicitLittleEndian, explicitLittleEndian, explicitBigEndian, deflated, encapsulatedUncompressed]
/** The pixels are not compressed, whatever is done to the rest of the file. */
export const isNative = (syntax: string) => native.includes(syntax)
/** The pixels are in the file as in Explicit VR Little Endian. */
export const isPlain = (syntax: string) => isNative(syntax) && ![explicitBigEndian, deflated].includes(syntax)

export type Compression = 'rle' | 'jpeg' | 'jpeg-ls' | 'jpeg-2000' | 'ht-jpeg-2000' | 'video'

const jpegs = '1.2.840.10008.1.2.4.'
/** By the last part of their UIDs (PS3.6 A). */
const compressions: [Compression, number[]][] = [
  ['jpeg', [50, 51, 53, 55, 57, 70]],
  ['jpeg-ls', [80, 81]],
  ['jpeg-2000', [90, 91]],
  ['ht-jpeg-2000', [201, 202, 203]],
]

/** How pixels are compressed, if known. */
export const compressionOf = (syntax: string): Compression | undefined => {
  if (syntax === '1.2.840.10008.1.2.5') return 'rle'
  if (isVideo(syntax)) return 'video'
  const part = syntax.startsWith(jpegs) ? Number(syntax.slice(jpegs.length)) : 0
  return compressions.find(([, parts]) => parts.includes(part))?.[0]
}
