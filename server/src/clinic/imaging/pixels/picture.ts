import pLimit from 'p-limit'
import { ReaderFailed, readInProcess } from '../../../platform/base/reader-pool.ts'
import type { PictureJob, PictureResponse } from './picture-reader.ts'
import { PictureRefused } from './picture-refused.ts'

/** Decoding the largest takes some seconds; anything longer was crafted for it. */
const timeoutMs = 30_000

const read = readInProcess<PictureJob, PictureResponse>(new URL('./picture-reader.ts', import.meta.url), {
  ms: timeoutMs,
  lane: 'pictures',
})
/** Frames are in memory while they wait for a process. */
const few = pLimit(4)

const refusals = { time: 'too_large', crash: 'damaged', unwanted: 'none' } as const

/** The bytes of one picture, or of its plain pixels; `load` reads them from the store when its turn comes. */
export const pictureOf = (load: () => Promise<PictureJob>, signal?: AbortSignal): Promise<Buffer> =>
  few(async () => {
    // A user who pages through a series leaves most pictures before their turn comes.
    if (signal?.aborted) throw new PictureRefused('none')
    const response = await read(await load(), signal).catch((error: Error): PictureResponse => {
      if (error instanceof ReaderFailed) return { refused: refusals[error.reason] }
      throw error
    })
    if ('refused' in response) throw new PictureRefused(response.refused)
    return Buffer.from(response.bytes.buffer, response.bytes.byteOffset, response.bytes.byteLength)
  })
