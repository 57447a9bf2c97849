import { type DicomJson, numberOf } from '../dicom/dicom-json.ts'
import { colorPixels } from './color.ts'
import { type Frame, valueOfWord, type Words } from './frame.ts'
import { colorOf, tag } from './frame-tags.ts'
import { PictureRefused } from './picture-refused.ts'

const packed = (bits: ArrayLike<number>) => {
  const bytes = new Uint8Array(Math.ceil(bits.length / 8))
  for (let n = 0; n < bits.length; n++) bytes[n >> 3] = (bytes[n >> 3] ?? 0) | ((bits[n] ?? 0) << (n & 7))
  return bytes
}

/** Plane by plane, or pixel by pixel. */
const arranged = ({ words, rows, columns, samples, isPlanar }: Frame, arePlanes: boolean): Words => {
  if (isPlanar === arePlanes) return words
  const count = rows * columns
  // Each word's position in the other order: rows and columns of a table trade places.
  const [side, other] = arePlanes ? [count, samples] : [samples, count]
  return words
    .subarray(0, count * samples)
    .map((_word: number, n: number) => words[(n % side) * other + Math.floor(n / side)] ?? 0)
}

/** For two neighbors, both luminances, then the mean of their colors (PS3.3 C.7.6.3.1.2). */
const halved = (frame: Frame): Words => {
  const full = arranged(frame, false)
  const at = (n: number) => full[n] ?? 0
  return full.subarray(0, frame.rows * frame.columns * 2).map((_word: number, n: number) => {
    const [pair, place] = [6 * (n >> 2), n & 3]
    return place < 2 ? at(pair + 3 * place) : (at(pair + place - 1) + at(pair + place + 2) + 1) >> 1
  })
}

/** In the photometric interpretation of the tags, except the two of JPEG 2000, which decoding reverses (PS3.5 8.2.4). */
const colorWords = (frame: Frame, tags: DicomJson): Words => {
  const color = colorOf(tags).replace(/^YBR_(RCT|ICT)$/, 'RGB')
  const arePlanes = numberOf(tags, tag.isPlanar) === 1
  if (frame.color === color) return color === 'YBR_FULL_422' ? frame.words : arranged(frame, arePlanes)
  if (frame.color === 'YBR_FULL' && frame.words instanceof Uint8Array) {
    if (color === 'RGB') return arranged({ ...frame, words: colorPixels(frame), isPlanar: false }, arePlanes)
    if (color === 'YBR_FULL_422' && frame.columns % 2 === 0) return halved(frame)
  }
  throw new PictureRefused('form')
}

/** The frame as a file in Explicit VR Little Endian would hold it, in the form that the tags describe. */
export const plainBytes = (frame: Frame, tags: DicomJson): Uint8Array => {
  const allocated = numberOf(tags, tag.bitsAllocated) ?? 8
  const words = frame.samples === 3 ? colorWords(frame, tags) : frame.words
  if (allocated === 1) return packed(words)
  // A sample decoded to 8 bits may be allocated 16.
  const wide = allocated === 16 && words instanceof Uint8Array ? Uint16Array.from(words, valueOfWord(frame)) : words
  return new Uint8Array(wide.buffer, wide.byteOffset, wide.byteLength)
}
