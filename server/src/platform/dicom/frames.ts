import { DicomRefused } from './refused.ts'

/** Offset and length in the file, in bytes. A frame is one piece, or several fragments in a row. */
export type Piece = [offset: number, length: number]
export type Frames = Piece[][]
/** Reads the bytes from `start` to `end`, both included. */
export type ReadBytes = (start: number, end: number) => Promise<Buffer>

/** The frames of uncompressed pixels: equal pieces one after another. */
export const nativeFrames = (at: number, length: number, frameBytes: number, count: number): Frames => {
  if (frameBytes <= 0) throw new DicomRefused('no_pixels')
  if (length < frameBytes * count) throw new DicomRefused('truncated')
  return Array.from({ length: count }, (_, n) => [[at + n * frameBytes, frameBytes]])
}

const item = 0xe000
const sequenceEnd = 0xe0dd
const itemHead = 8

/** The fragments of compressed pixels, by walking their heads (PS3.5 A.4); the first item is the basic offset table. */
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
    if (element !== item || at + itemHead + length > size) throw new DicomRefused('truncated')
    pieces.push([at + itemHead, length])
    at += itemHead + length
  }
}

/** The frames of compressed pixels whose items begin at `start`. */
export const encapsulatedFrames = async (
  read: ReadBytes,
  start: number,
  size: number,
  count: number,
): Promise<Frames> => {
  const [table, ...fragments] = await fragmentsOf(read, start, size)
  if (!table || fragments.length < count) throw new DicomRefused('truncated')
  if (count === 1) return [fragments]
  if (fragments.length === count) return fragments.map((fragment) => [fragment])
  const [at, length] = table
  // More fragments than frames: only the table tells which belong together.
  if (length !== 4 * count) throw new DicomRefused('transfer_syntax')
  const offsets = await read(at, at + length - 1)
  const first = at + length
  const starts = Array.from({ length: count }, (_, n) => first + offsets.readUInt32LE(4 * n))
  return starts.map((from, n) => {
    const until = starts[n + 1] ?? Number.POSITIVE_INFINITY
    return fragments.filter(([offset]) => offset - itemHead >= from && offset - itemHead < until)
  })
}
