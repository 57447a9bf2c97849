import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { chunksOf } from './chunks.ts'
import { maxAwayMs, pause, pauseMs, retryWhileAway } from './retry-while-away.ts'
import { codeOf } from './unknown-error.ts'

/** How a stream ends if the other side, or the way there, breaks off. A damaged file is none of these. */
const lostCodes = [
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ERR_STREAM_PREMATURE_CLOSE',
  'UND_ERR_SOCKET',
  'UND_ERR_BODY_TIMEOUT',
]
const isConnectionLost = (error: unknown) => lostCodes.includes(codeOf(error))

/** Each resumption reads what was passed on once more. */
export const maxResumptions = 20

/**
 * The bytes of a file. If they break off in the middle, it is opened again and read on from there, a few times, and for up to half a minute
 * without a new byte. A PACS may have corrected the file meanwhile: what was passed on already must come again unchanged.
 */
export async function* readResuming(open: () => Promise<Readable>, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const passed = createHash('sha256')
  let length = 0
  let deadline: number | undefined
  for (let resumptions = 0; ; resumptions++) {
    try {
      const again = createHash('sha256')
      let left = length
      for await (const chunk of chunksOf(await retryWhileAway(open, signal, deadline))) {
        const repeated = chunk.subarray(0, left)
        if (repeated.length > 0) again.update(repeated)
        left -= repeated.length
        if (repeated.length > 0 && left === 0 && !again.digest().equals(passed.copy().digest())) throw changedError()
        const rest = chunk.subarray(repeated.length)
        if (rest.length === 0) continue
        passed.update(rest)
        length += rest.length
        deadline = undefined
        yield rest
      }
      if (left > 0) throw changedError()
      return
    } catch (error) {
      signal?.throwIfAborted()
      deadline ??= Date.now() + maxAwayMs
      if (!isConnectionLost(error) || resumptions === maxResumptions || Date.now() + pauseMs >= deadline) throw error
    }
    await pause(pauseMs)
    signal?.throwIfAborted()
  }
}

const changedError = () => new Error('A file changed while it was being sent')
