import pLimit from 'p-limit'
import { ReaderFailed, readInProcess } from '../../../platform/base/reader-pool.ts'
import { encapsulatedFrames, type Frames, nativeFrames, type ReadBytes } from './frames.ts'
import type { HeadAnswer, ReadHead } from './head-reader.ts'
import { DicomRefused } from './refused.ts'

export type Head = Omit<ReadHead, 'pixels'> & { frames: Frames }

const firstBytes = 256 * 1024
/** The bounds of the reader let no file take a tenth of it, but on a machine that is overloaded. */
const patienceMs = 30_000
const mostBytes = 8 * 1024 * 1024
/** Few files have a long beginning; together they would hold much memory. */
const longOnes = pLimit(1)

const reader = readInProcess<{ bytes: Buffer; isAll: boolean }, HeadAnswer>(
  new URL('./head-reader.ts', import.meta.url),
  {
    ms: patienceMs,
    lane: 'images',
  },
)

/** The beginning of the file that holds every tag before the pixels, read in growing steps. */
const readBeginning = async (read: ReadBytes, size: number): Promise<ReadHead> => {
  const readFirst = async (length: number) => reader({ bytes: await read(0, length - 1), isAll: length === size })
  for (let length = Math.min(size, firstBytes); ; length = Math.min(size, length * 8, mostBytes)) {
    const reading = length > firstBytes ? longOnes(() => readFirst(length)) : readFirst(length)
    const answer = await reading.catch((error: Error): HeadAnswer => {
      if (error instanceof ReaderFailed) return { refused: 'too_complex' }
      throw error
    })
    if ('head' in answer) return answer.head
    if ('refused' in answer) throw new DicomRefused(answer.refused)
    if (length === mostBytes) throw new DicomRefused('too_complex')
  }
}

/** Everything about an instance but its pixels. Reads little more than its beginning; throws `DicomRefused`. */
export const readHead = async (read: ReadBytes, size: number): Promise<Head> => {
  if (size < 140) throw new DicomRefused('not_dicom')
  const { pixels, ...head } = await readBeginning(read, size)
  const { at, length, isEncapsulated, frameBits, frames: count } = pixels
  const frames = isEncapsulated
    ? await encapsulatedFrames(read, at, size, count)
    : nativeFrames(at, Math.min(length, size - at), frameBits, count)
  return { ...head, frames }
}
