import pLimit, { type LimitFunction } from 'p-limit'

/** Runs at most `concurrency` tasks per key: no key's work waits behind another's. */
export const limitPerKey = (concurrency: number) => {
  const keys = new Map<string, { limit: LimitFunction; users: number }>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const own = keys.get(key) ?? { limit: pLimit(concurrency), users: 0 }
    keys.set(key, own)
    own.users++
    try {
      return await own.limit(work)
    } finally {
      if (--own.users === 0) keys.delete(key)
    }
  }
}
