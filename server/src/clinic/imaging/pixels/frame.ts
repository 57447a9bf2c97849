import { endianness } from 'node:os'
import { type DicomJson, numberOf } from '../dicom/dicom-json.ts'
import { colorOf, sizeOf, tag } from './frame-tags.ts'
import { PictureRefused } from './picture-refused.ts'

export type Words = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array

/** The samples of one frame, one per word, of which some bits count (PS3.5 8.1.1). */
export type Frame = {
  rows: number
  columns: number
  samples: number
  words: Words
  /** How many bits of a word are its value, and how many are below them. */
  stored: number
  shift: number
  isSigned: boolean
  isPlanar: boolean
  /** The photometric interpretation of the words, which a decoder may have changed. */
  color: string
}

/** A word's value: the bits that count, with their sign. */
export const valueOfWord = ({ words, stored, shift, isSigned }: Frame): ((word: number) => number) => {
  if (words instanceof Float32Array || words instanceof Float64Array) return (word) => word
  const [left, right] = [32 - stored - shift, 32 - stored]
  return isSigned ? (word) => (word << left) >> right : (word) => (word << left) >>> right
}

const swapped = (bytes: Uint8Array, size: number) => {
  const copy = Buffer.from(bytes)
  return size === 8 ? copy.swap64() : size === 4 ? copy.swap32() : copy.swap16()
}

/** Words in the machine's own byte order over the same bytes, copied only if they begin at an odd offset. */
export const wordsOver = <Kind extends Words | Int16Array>(
  Kind: { new (buffer: ArrayBufferLike, at: number, length: number): Kind; BYTES_PER_ELEMENT: number },
  bytes: Uint8Array,
  isBigEndian = false,
): Kind => {
  const size = Kind.BYTES_PER_ELEMENT
  const whole = bytes.subarray(0, bytes.length - (bytes.length % size))
  const isOtherOrder = size > 1 && isBigEndian !== (endianness() === 'BE')
  const ready = isOtherOrder ? swapped(whole, size) : whole.byteOffset % size === 0 ? whole : new Uint8Array(whole)
  return new Kind(ready.buffer, ready.byteOffset, ready.length / size)
}

/** Single bits, starting with the lowest of each byte (PS3.5 8.1.1). */
const bitsOf = (bytes: Uint8Array, from: number, count: number) => {
  const words = new Uint8Array(count)
  for (let n = 0; n < count; n++) words[n] = ((bytes[(from + n) >> 3] ?? 0) >> ((from + n) & 7)) & 1
  return words
}

/** Floating-point images have no tag for the sign (PS3.3 C.7.6.24). */
const isFloat = (tags: DicomJson) => tag.floats.some((name) => tags[name]) || numberOf(tags, tag.isSigned) === undefined

const nativeWords = (tags: DicomJson, bytes: Uint8Array, { isBigEndian = false, bit = 0 }, count: number): Words => {
  switch (numberOf(tags, tag.bitsAllocated)) {
    case 1:
      return bitsOf(bytes, bit, Math.min(count, bytes.length * 8 - bit))
    case 8:
      return bytes
    case 16:
      return wordsOver(Uint16Array, bytes, isBigEndian)
    case 32:
      return wordsOver<Words>(isFloat(tags) ? Float32Array : Uint32Array, bytes, isBigEndian)
    case 64:
      if (isFloat(tags)) return wordsOver(Float64Array, bytes, isBigEndian)
  }
  throw new PictureRefused('form')
}

/** How many of the `allocated` bits count, by the tags; nonsense there is ignored. */
export const storedBits = (tags: DicomJson, allocated: number) => {
  const stored = numberOf(tags, tag.bitsStored) ?? allocated
  const isSound = Number.isInteger(stored) && stored >= 1 && stored <= allocated
  const shift = (numberOf(tags, tag.highBit) ?? stored - 1) + 1 - stored
  if (!isSound) return { stored: allocated, shift: 0 }
  return { stored, shift: Number.isInteger(shift) && shift >= 0 && shift + stored <= allocated ? shift : 0 }
}

/** How many words a frame has: YBR_FULL_422 stores one color for two neighbors in a row (PS3.3 C.7.6.3.1.2). */
const wordCount = ({ rows, columns, samples, color }: Pick<Frame, 'rows' | 'columns' | 'samples' | 'color'>) =>
  color === 'YBR_FULL_422' ? rows * columns * 2 : rows * columns * samples

/** The frame of uncompressed bytes. `bit` is where it begins within the first byte. */
export const nativeFrame = (
  tags: DicomJson,
  bytes: Uint8Array,
  place: { isBigEndian?: boolean; bit?: number } = {},
): Frame => {
  const size = sizeOf(tags)
  const color = colorOf(tags)
  const count = wordCount({ ...size, color })
  const words = nativeWords(tags, bytes, place, count)
  if (words.length < count) throw new PictureRefused('damaged')
  return {
    ...size,
    words,
    ...storedBits(tags, numberOf(tags, tag.bitsAllocated) ?? 0),
    isSigned: numberOf(tags, tag.isSigned) === 1,
    isPlanar: numberOf(tags, tag.isPlanar) === 1,
    color,
  }
}
