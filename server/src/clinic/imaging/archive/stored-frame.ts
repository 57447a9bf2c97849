import { buffer } from 'node:stream/consumers'
import { chunksOf } from '../../../platform/base/chunks.ts'
import { openStoredRange } from '../../../platform/files/open-stored.ts'
import type { FileSpace } from '../../../platform/files/store-upload.ts'
import { numberOf } from '../dicom/dicom-json.ts'
import { bitFrameOf, frameOf, type Piece, pixelsAt } from '../dicom/frames.ts'
import { deflated, explicitBigEndian } from '../dicom/transfer-syntaxes.ts'
import { frameTags, lacksTables, maxFrameBytes, sizeOf, tag } from '../pixels/frame-tags.ts'
import { PictureRefused } from '../pixels/picture-refused.ts'
import { bytesAt } from './bulk-data.ts'
import type { InstanceFile, InstanceRow } from './embedded-index.ts'

/** A frame's location in its file: its pieces, and the bit of the first one where it begins. */
export type Place = { pieces: Piece[]; bit: number }

/** The color tables come before the pixels; the archive accepts no longer beginning than this. */
export const maxHeadBytes = 8 * 1024 * 1024

export const placeOf = ({ frames, metadata }: InstanceRow, number: number): Place | undefined => {
  const { rows, columns, samples } = sizeOf(metadata)
  const bits = rows * columns * samples
  if (numberOf(metadata, tag.bitsAllocated) === 1 && bits % 8 !== 0 && !Array.isArray(frames))
    return bitFrameOf(frames, number, bits)
  const pieces = frameOf(frames, number)
  return pieces && { pieces, bit: 0 }
}

/** A frame's fragments follow one another: one read fetches all, and the bytes between them are left out. */
export async function* bytesOf(files: FileSpace, row: InstanceFile, pieces: Piece[]) {
  const filled = pieces.filter(([, length]) => length > 0)
  const [first, last] = [filled[0], filled.at(-1)]
  if (!first || !last) return
  const end = last[0] + last[1] - 1
  let at = first[0]
  let next = 0
  for await (const chunk of chunksOf(await openStoredRange(row, { start: at, end }, files))) {
    for (const limit = at + chunk.length; next < filled.length; next++) {
      const [offset, length] = filled[next]!
      if (offset >= limit) break
      yield chunk.subarray(Math.max(0, offset - at), Math.min(limit, offset + length) - at)
      if (offset + length > limit) break
    }
    at += chunk.length
  }
}

const gathered = async (chunks: AsyncIterable<Buffer>) => {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

/**
 * 8-bit pixels that a big-endian file declares as words are stored in pairs, the second one first (PS3.5 8.1.2).
 * A frame may begin or end within such a pair.
 */
const unpaired = async (files: FileSpace, row: InstanceRow, [at, length]: Piece) => {
  const from = pixelsAt(row.frames)
  const read = (start: number, end: number) => openStoredRange(row, { start, end: end - 1 }, files).then(buffer)
  const isInPairs = (await read(from - 8, from)).toString('latin1', 0, 2) === 'OW'
  if (!isInPairs) return read(at, at + length)
  const start = at - ((at - from) % 2)
  const pairs = await read(start, at + length + ((at + length - from) % 2))
  return pairs.swap16().subarray(at - start, at - start + length)
}

const frameBytes = async (files: FileSpace, row: InstanceRow, pieces: Piece[]) => {
  const isInPairs = row.transfer_syntax === explicitBigEndian && (numberOf(row.metadata, tag.bitsAllocated) ?? 0) <= 8
  const [piece] = pieces
  if (isInPairs && piece) return unpaired(files, row, piece)
  return gathered(row.transfer_syntax === deflated && piece ? bytesAt(files, row, piece) : bytesOf(files, row, pieces))
}

/** A frame's bytes, and what is needed from the file, besides its tags, to draw it. */
export const storedFrame = async (files: FileSpace, row: InstanceRow, number: number, { pieces, bit }: Place) => {
  const size = pieces.reduce((sum, [, length]) => sum + length, 0)
  if (size > maxFrameBytes) throw new PictureRefused('too_large')
  const end = Math.min(pixelsAt(row.frames), maxHeadBytes)
  const isHeadNeeded = lacksTables(frameTags(row.metadata, number))
  const head = isHeadNeeded && end > 0 ? await gathered(bytesAt(files, row, [0, end])) : undefined
  return { bytes: await frameBytes(files, row, pieces), bit, head }
}
