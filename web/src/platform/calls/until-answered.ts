import { ApiFailure } from '../http/failure.ts'

const longestPauseMs = 30_000

/** Until the browser says that the connection is back, which not every browser does, or for longer with each try. */
const pause = (tries: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, Math.min(longestPauseMs, 1000 * 2 ** tries))
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })

/** The portal is too busy to look at what is asked; all screens say so already. */
const isBusy = (error: unknown) => error instanceof ApiFailure && error.body?.code === 'overloaded'

/** Tries until there is an answer, also a refusal. For what may be sent twice, as nobody knows whether a lost answer was a yes. */
export const untilAnswered = async <T>(attempt: () => Promise<T>, onWaiting: () => void, signal: AbortSignal) => {
  for (let tries = 0; ; tries++)
    try {
      return await attempt()
    } catch (error) {
      const isLost = error instanceof ApiFailure && error.status === 0
      if (signal.aborted || !(isLost || isBusy(error))) throw error
      if (isLost) onWaiting()
      await pause(tries, signal)
    }
}
