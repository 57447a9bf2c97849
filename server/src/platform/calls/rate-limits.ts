import { type Limit, limits } from '@fornix/contract'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError, tooMany } from '../base/errors.ts'
import { refusedByLimit } from '../base/signals.ts'
import type { Database } from '../database/db.ts'

/** `sentence` is used in place of the usual message about too many requests. */
type Rule = { points: number; seconds: number; shared?: boolean; sentence?: string }

/** IPv6 addresses count by their /64: a subscriber gets all of it. */
export const addressKey = (address: string) => {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const all = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return all
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')
}

/** Counters per rule and key; the sensitive ones are shared by all nodes through the database. */
export const openRateLimits = (database: Database) => {
  const storeClient = {
    query: async (q: { text: string; values: unknown[] }) => ({ rows: await database.systemQuery(q.text, q.values) }),
  }
  const limiter = (name: string, { points, seconds, shared }: Rule) =>
    shared
      ? new RateLimiterPostgres({
          storeClient,
          storeType: 'pool',
          tableName: 'rate_limits',
          tableCreated: true,
          keyPrefix: name,
          points,
          duration: seconds,
        })
      : new RateLimiterMemory({ keyPrefix: name, points, duration: seconds })
  const all = new Map<string, ReturnType<typeof limiter>>(
    Object.entries(limits).map(([name, rule]) => [name, limiter(name, rule)]),
  )

  /** Counts one use; throws 429 with the seconds to wait once the limit is used up. */
  const spend = async (name: string, key: string, rule?: Rule) => {
    const counter = all.get(name) ?? limiter(name, rule ?? { points: 0, seconds: 60 })
    all.set(name, counter)
    try {
      await counter.consume(key)
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      refusedByLimit.publish({ limit: name })
      throw tooMany(refusal.msBeforeNext / 1000, rule?.sentence)
    }
  }
  return { spend: (name: Limit, key: string) => spend(name, key), spendRule: spend }
}
export type RateLimits = ReturnType<typeof openRateLimits>

/** For a silent limit: false once it is used up. */
export const isWithin = (spending: Promise<void>) =>
  spending.then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 429) return false
      throw error
    },
  )
