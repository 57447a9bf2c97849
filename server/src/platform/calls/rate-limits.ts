import { type Limit, limits } from '@fornix/contract'
import { LRUCache } from 'lru-cache'
import { ApiError, rateLimitError } from '../base/errors.ts'
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

/** Counts one use; the milliseconds to wait once the limit is used up. */
type Counter = (key: string) => Promise<number | undefined>

/** By the database's clock: what a node counts whose clock is ahead would otherwise last that much longer on all nodes. */
const nowMs = '(extract(epoch from statement_timestamp()) * 1000)::bigint'
/** An end far beyond the window was written by a wrong clock. */
const isCurrent = `counted.expire > ${nowMs} and counted.expire <= ${nowMs} + 2 * $2::bigint`
const countShared = `insert into rate_limits as counted (key, points, expire) values ($1, 1, ${nowMs} + $2)
  on conflict (key) do update set
    points = case when ${isCurrent} then counted.points + 1 else 1 end,
    expire = case when ${isCurrent} then counted.expire else excluded.expire end
  returning points, (expire - ${nowMs})::int as left_ms`

const counterOnNode = ({ points, seconds }: Rule): Counter => {
  const windows = new LRUCache<string, { used: number }>({ ttl: seconds * 1000, ttlAutopurge: true })
  return async (key) => {
    const window = windows.get(key) ?? { used: 0 }
    window.used++
    if (window.used === 1) windows.set(key, window)
    return window.used > points ? windows.getRemainingTTL(key) : undefined
  }
}

/** Counters per rule and key; the sensitive ones are shared by all nodes through the database. */
export const openRateLimits = (database: Database) => {
  const sharedCounter =
    (name: string, { points, seconds }: Rule): Counter =>
    async (key) => {
      const values = [`${name}:${key}`, seconds * 1000]
      const [row] = await database.systemQuery<{ points: number; left_ms: number }>(countShared, values)
      return row && row.points > points ? row.left_ms : undefined
    }
  const counter = (name: string, rule: Rule) => (rule.shared ? sharedCounter(name, rule) : counterOnNode(rule))
  const all = new Map(Object.entries(limits).map(([name, rule]) => [name, counter(name, rule)]))

  /** Counts one use; throws 429 with the seconds to wait once the limit is used up. */
  const spend = async (name: string, key: string, rule?: Rule) => {
    const count = all.get(name) ?? counter(name, rule ?? { points: 0, seconds: 60 })
    all.set(name, count)
    const waitMs = await count(key)
    if (waitMs === undefined) return
    refusedByLimit.publish({ limit: name })
    throw rateLimitError(waitMs / 1000, rule?.sentence)
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
