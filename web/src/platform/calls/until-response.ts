import { hasNoResponse, isOverloaded } from '../http/failure.ts'

const maxPauseMs = 30_000

/** Waits until the browser reports the connection is back, which not every browser does, or longer with each try. */
const pause = (tries: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, Math.min(maxPauseMs, 1000 * 2 ** tries))
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })

/** Retries until there is a response, even a refusal. Only for what may be sent twice, as a lost response may have been a yes. */
export const untilResponse = async <T>(attempt: () => Promise<T>, onWaiting: () => void, signal: AbortSignal) => {
  for (let tries = 0; ; tries++)
    try {
      return await attempt()
    } catch (error) {
      const isLost = hasNoResponse(error)
      if (signal.aborted || !(isLost || isOverloaded(error))) throw error
      // That the portal is busy, all screens say already.
      if (isLost) onWaiting()
      await pause(tries, signal)
    }
}
