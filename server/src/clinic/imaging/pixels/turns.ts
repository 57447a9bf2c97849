import { once } from 'node:events'
import { limitPerKey } from '../../../platform/base/limit-per-key.ts'

/** Who asks for a picture; `signal` says that the answer has left, or that nobody waits for it any more. */
export type Asker = { person: string; signal: AbortSignal }

/** One is sent while the next is drawn. */
const answersAtOnce = 2
const limit = limitPerKey(answersAtOnce)
const turns = new WeakMap<AbortSignal, Promise<void>>()

/**
 * Resolves when it is the turn of an answer, which then keeps its place until it has left: pictures lie in memory as long as their
 * reader takes. Of one person so many answers hold any; an answer of several pictures has one place.
 */
export const turnOf = ({ person, signal }: Asker): Promise<void> => {
  const known = turns.get(signal)
  if (known) return known
  const { promise, resolve } = Promise.withResolvers<void>()
  turns.set(signal, promise)
  const left = signal.aborted ? Promise.resolve() : once(signal, 'abort').then(() => {})
  // Nobody who has gone away waits.
  void left.then(resolve)
  void limit(person, () => {
    resolve()
    return left
  })
  return promise
}
