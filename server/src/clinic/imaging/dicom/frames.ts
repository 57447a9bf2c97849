import { DicomRefused } from './refused.ts'

/** Offset and length in the file, in bytes. A frame is one piece, or several fragments in a row. */
export type Piece = [offset: number, length: number]
/** Equal frames one after another. This is all that is stored, however many there are. */
type EqualFrames = { at: number; size: number; count: number }
/** Instances from before this form was introduced have lists for equal frames as well. */
export type Frames = EqualFrames | Piece[][]
/** Reads the bytes from `start` to `end`, both included. */
export type ReadBytes = (start: number, end: number) => Promise<Buffer>

const maxFrames = 20_000
const maxFragments = 50_000

/** The pieces of one frame, by its number from 1. */
export const frameOf = (frames: Frames, number: number): Piece[] | undefined => {
  if (Array.isArray(frames)) return frames[number - 1]
  const { at, size, count } = frames
  return number >= 1 && number <= count ? [[at + (number - 1) * size, size]] : undefined
}

/**
 * A frame of single bits that begins inside a byte: the bytes around it, and the bit of the first one where it begins.
 * For such frames, only the location of them all is stored.
 */
export const bitFrameOf = (
  frames: Frames,
  number: number,
  bits: number,
): { pieces: Piece[]; bit: number } | undefined => {
  if (Array.isArray(frames)) return undefined
  const start = (number - 1) * bits
  const [first, end] = [Math.floor(start / 8), Math.ceil((start + bits) / 8)]
  if (number < 1 || end > frames.size * frames.count) return undefined
  return { pieces: [[frames.at + first, end - first]], bit: start % 8 }
}

/** Where a file's pixels begin. */
export const pixelsAt = (frames: Frames) => (Array.isArray(frames) ? (frames[0]?.[0]?.[0] ?? 0) : frames.at)

export const checkFrameCount = (count: number) => {
  if (!Number.isInteger(count)) throw new DicomRefused('unreadable')
  if (count > maxFrames) throw new DicomRefused('too_many_frames')
  if (count < 1) throw new DicomRefused('no_pixels')
}

/** The frames of uncompressed pixels: equal pieces one after another. */
export const nativeFrames = (at: number, length: number, frameBits: number, count: number): Frames => {
  if (!Number.isSafeInteger(frameBits) || frameBits <= 0) throw new DicomRefused('no_pixels')
  const whole = Math.ceil((frameBits * count) / 8)
  if (length < whole) throw new DicomRefused('truncated')
  // Single bits are packed without a gap between frames (PS3.5 8.1.1): a frame that begins inside a byte has no location of its own.
  if (frameBits % 8 !== 0) return { at, size: whole, count: 1 }
  return { at, size: frameBits / 8, count }
}

const item = 0xe000
const sequenceEnd = 0xe0dd
const itemHead = 8
const bufferBytes = 64 * 1024

/** Reads small consecutive pieces with one read for many: each read opens and checks a stored file. */
const buffered = (read: ReadBytes, size: number): ReadBytes => {
  let from = 0
  let bytes: Buffer = Buffer.alloc(0)
  return async (start, end) => {
    if (start < from || end >= from + bytes.length) {
      from = start
      bytes = await read(start, Math.min(size, Math.max(end + 1, start + bufferBytes)) - 1)
    }
    return bytes.subarray(start - from, end + 1 - from)
  }
}

/** The fragments of compressed pixels, by walking their headers (PS3.5 A.4); the first item is the basic offset table. */
const fragmentsOf = async (read: ReadBytes, start: number, size: number) => {
  const pieces: Piece[] = []
  let at = start
  for (;;) {
    if (at + itemHead > size) throw new DicomRefused('truncated')
    const head = await read(at, at + itemHead - 1)
    const element = head.readUInt16LE(2)
    if (head.readUInt16LE(0) !== 0xfffe) throw new DicomRefused('truncated')
    if (element === sequenceEnd) return pieces
    const length = head.readUInt32LE(4)
    if (element !== item) throw new DicomRefused('truncated')
    if (pieces.length > maxFragments) throw new DicomRefused('too_many_frames')
    pieces.push([at + itemHead, length])
    at += itemHead + length
  }
}

/** The frames of compressed pixels whose items begin at `start`. */
export const encapsulatedFrames = async (
  readAt: ReadBytes,
  start: number,
  size: number,
  count: number,
): Promise<Frames> => {
  const read = buffered(readAt, size)
  const [table, ...fragments] = await fragmentsOf(read, start, size)
  if (!table || fragments.length < count) throw new DicomRefused('truncated')
  if (count === 1) return [fragments]
  if (fragments.length === count) return fragments.map((fragment) => [fragment])
  const starts = await startsOf(read, table, fragments, count)
  const frames: Piece[][] = []
  for (const fragment of fragments) {
    if (starts.has(fragment[0])) frames.push([])
    // Bytes before the first frame belong to none.
    if (frames.length === 0) throw new DicomRefused('unreadable')
    frames.at(-1)?.push(fragment)
  }
  if (frames.length !== count) throw new DicomRefused('unreadable')
  return frames
}

/** More fragments than frames: the table says where each begins or, if it is empty, the first bytes of its stream do. */
const startsOf = async (read: ReadBytes, [at, length]: Piece, fragments: Piece[], count: number) => {
  const first = at + length
  if (length === 4 * count) {
    const offsets = await read(at, at + length - 1)
    return new Set(Array.from({ length: count }, (_, n) => first + offsets.readUInt32LE(4 * n) + itemHead))
  }
  if (length !== 0) throw new DicomRefused('transfer_syntax')
  const starts = new Set<number>()
  for (const [start, size] of fragments) {
    const bytes = size < 3 ? Buffer.alloc(3) : await read(start, start + 2)
    // JPEG and JPEG-LS begin with one marker, JPEG 2000 with another, and the next marker follows at once.
    if (bytes[2] === 0xff && [0xffd8, 0xff4f].includes(bytes.readUInt16BE())) starts.add(start)
  }
  if (starts.size !== count) throw new DicomRefused('transfer_syntax')
  return starts
}
