import pLimit from 'p-limit'
import { ReaderFailed, readInProcess } from '../../../platform/base/reader-pool.ts'
import { encapsulatedFrames, type Frames, nativeFrames, type ReadBytes } from './frames.ts'
import type { Hole } from './head-layout.ts'
import type { HeadResponse, ReadHead } from './head-reader.ts'
import { type Source, sourceOf } from './inflating.ts'
import { DicomRefused } from './refused.ts'
import { isVideo } from './transfer-syntaxes.ts'

export type Head = Omit<ReadHead, 'pixels'> & { frames: Frames }

const firstBytes = 256 * 1024
/** Given the reader's bounds, no file takes a tenth of it, except on an overloaded machine. */
const timeoutMs = 30_000
const maxHeadBytes = 8 * 1024 * 1024
/** Few files have a long beginning; several at once would hold much memory. */
const longOnes = pLimit(1)

const reader = readInProcess<{ bytes: Buffer; isAll: boolean; holes: Hole[] }, HeadResponse>(
  new URL('./head-reader.ts', import.meta.url),
  {
    ms: timeoutMs,
    lane: 'images',
  },
)

/** The bytes of the file from `at`, up to this length. */
const readOn = async ({ read, size }: Source, bytes: Buffer, at: number, length: number) => {
  const more = Math.min(length - bytes.length, size - at)
  return more > 0 ? Buffer.concat([bytes, await read(at, at + more - 1)]) : bytes
}

/**
 * The beginning of the file that holds every tag before the pixels, read in growing steps; long values are skipped and the tags after them
 * are read.
 */
const readBeginning = async (source: Source): Promise<ReadHead> => {
  const holes: Hole[] = []
  const missing = () => holes.reduce((sum, hole) => sum + hole.length, 0)
  let bytes: Buffer = Buffer.alloc(0)
  for (let length = firstBytes; ; ) {
    const readMore = async () => {
      bytes = await readOn(source, bytes, bytes.length + missing(), length)
      return reader({ bytes, isAll: bytes.length + missing() === source.size, holes })
    }
    const reading = length > firstBytes ? longOnes(readMore) : readMore()
    const response = await reading.catch((error: Error): HeadResponse => {
      if (error instanceof ReaderFailed) return { refused: 'too_complex' }
      throw error
    })
    if ('head' in response) return response.head
    if ('refused' in response) throw new DicomRefused(response.refused)
    if ('hole' in response) {
      const { at, length: left } = response.hole
      if (at + missing() + left > source.size) throw new DicomRefused('truncated')
      holes.push(response.hole)
      bytes = bytes.subarray(0, at)
      continue
    }
    if (length === maxHeadBytes) throw new DicomRefused('too_complex')
    length = Math.min(length * 8, maxHeadBytes)
  }
}

const framesOf = async ({ read, size }: Source, { pixels, transferSyntax }: ReadHead): Promise<Frames> => {
  if (!pixels) return []
  const { at, length, isEncapsulated, frameBits, frames } = pixels
  if (isEncapsulated) return encapsulatedFrames(read, at, size, isVideo(transferSyntax) ? 1 : frames)
  if (length > size - at) throw new DicomRefused('truncated')
  return nativeFrames(at, length, frameBits, frames)
}

/** Everything about an instance except its pixels. Reads little more than its beginning; throws `DicomRefused`. */
export const readHead = async (read: ReadBytes, size: number, maxBytes = Number.POSITIVE_INFINITY): Promise<Head> => {
  if (size < 140) throw new DicomRefused('not_dicom')
  const source = await sourceOf({ read, size }, { maxBytes, keptBytes: maxHeadBytes })
  const head = await readBeginning(source)
  const { pixels: _, ...rest } = head
  return { ...rest, frames: await framesOf(source, head) }
}
