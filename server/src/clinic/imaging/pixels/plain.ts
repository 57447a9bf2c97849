import { type DicomJson, numberOf } from '../dicom/dicom-json.ts'
import { colorPixels } from './color.ts'
import { type Frame, valueOfWord } from './frame.ts'
import { tag } from './frame-tags.ts'

const packed = (bits: ArrayLike<number>) => {
  const bytes = new Uint8Array(Math.ceil(bits.length / 8))
  for (let n = 0; n < bits.length; n++) bytes[n >> 3] = (bytes[n >> 3] ?? 0) | ((bits[n] ?? 0) << (n & 7))
  return bytes
}

/** The frame as a file in Explicit VR Little Endian would hold it; colors as RGB, pixel by pixel. */
export const plainBytes = (frame: Frame, tags: DicomJson): Uint8Array => {
  const { words, samples } = frame
  const allocated = numberOf(tags, tag.bitsAllocated) ?? 8
  if (samples === 3) return colorPixels(frame)
  if (allocated === 1) return packed(words)
  // A sample that its decoder gave in 8 bits may have a place of 16.
  const wide = allocated === 16 && words instanceof Uint8Array ? Uint16Array.from(words, valueOfWord(frame)) : words
  return new Uint8Array(wide.buffer, wide.byteOffset, wide.byteLength)
}
