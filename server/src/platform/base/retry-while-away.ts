import { ApiError } from './errors.ts'
import { StoreUnavailable } from './store-unavailable.ts'

/** How long something that is being sent waits for a database, a store or a PACS. */
export const maxAwayMs = 30_000
export const pauseMs = 1000

/** Not that of `node:timers/promises`, which fake timers do not replace. */
export const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

const isAway = (error: unknown) =>
  error instanceof StoreUnavailable || (error instanceof ApiError && error.status === 503)

/** Tries again every second while a database, a store or a PACS is away, until the deadline. */
export const retryWhileAway = async <T>(
  work: () => Promise<T>,
  signal?: AbortSignal,
  deadline = Date.now() + maxAwayMs,
): Promise<T> => {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isAway(error) || Date.now() + pauseMs >= deadline) throw error
    }
    await pause(pauseMs)
    signal?.throwIfAborted()
  }
}
