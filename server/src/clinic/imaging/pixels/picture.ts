import pLimit from 'p-limit'
import { ReaderFailed, readInProcess } from '../../../platform/base/reader-pool.ts'
import type { PictureAnswer, PictureJob } from './picture-reader.ts'
import { PictureRefused } from './picture-refused.ts'

/** A large mammogram has 56 MB; a decoder takes about four times what a frame has. */
export const mostFrameBytes = 96 * 1024 * 1024
/** Decoding the largest takes some seconds; what takes longer was made for it. */
const patienceMs = 30_000

const read = readInProcess<PictureJob, PictureAnswer>(new URL('./picture-reader.ts', import.meta.url), {
  ms: patienceMs,
  lane: 'pictures',
})
/** Frames lie in memory while they wait for a process. */
const few = pLimit(4)

/** The bytes of one picture, or of its plain pixels; `load` reads what is needed from the store when its turn has come. */
export const pictureOf = (load: () => Promise<PictureJob>): Promise<Buffer> =>
  few(async () => {
    const answer = await read(await load()).catch((error: Error): PictureAnswer => {
      if (error instanceof ReaderFailed) return { refused: error.reason === 'time' ? 'too_large' : 'damaged' }
      throw error
    })
    if ('refused' in answer) throw new PictureRefused(answer.refused)
    return Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength)
  })
