import pLimit, { type LimitFunction } from 'p-limit'

/** Runs at most `concurrency` pieces of work for each key: nobody's work waits behind somebody else's. */
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
