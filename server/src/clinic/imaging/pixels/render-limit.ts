import { once } from 'node:events'
import { limitPerKey } from '../../../platform/base/limit-per-key.ts'

/** Who requests a picture; `signal` fires when the response has been sent, or nobody waits for it any more. */
export type Requester = { person: string; signal: AbortSignal }

/** One is sent while the next is drawn. */
const maxConcurrentResponses = 2
const limit = limitPerKey(maxConcurrentResponses)
const turns = new WeakMap<AbortSignal, Promise<void>>()

/**
 * Resolves when it is a response's turn; it keeps its slot until it has been sent: pictures are in memory as long as their reader takes.
 * Each person has this many slots; a response with several pictures takes one.
 */
export const waitForTurn = ({ person, signal }: Requester): Promise<void> => {
  const existing = turns.get(signal)
  if (existing) return existing
  const { promise, resolve } = Promise.withResolvers<void>()
  turns.set(signal, promise)
  const left = signal.aborted ? Promise.resolve() : once(signal, 'abort').then(() => {})
  // Clients that have gone away do not wait.
  void left.then(resolve)
  void limit(person, () => {
    resolve()
    return left
  })
  return promise
}
