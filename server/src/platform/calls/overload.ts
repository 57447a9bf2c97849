import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { Database } from '../database/db.ts'
import type { Config } from '../settings/config.ts'

type Limits = Pick<Config, 'MAX_MEMORY_MB' | 'MAX_LAG_MS' | 'MAX_WAITING'>
type Reading = { lagMs: number; memoryMb: number; heapShare: number }
export type Overload = ReturnType<typeof monitorLoad>

const sampleMs = 1000
/** Share of the heap limit; beyond it, the engine does little but collect garbage. */
const fullHeap = 0.92

export const meter = () => {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const read = (): Reading => {
    const { used_heap_size, heap_size_limit } = getHeapStatistics()
    const lagMs = delay.mean / 1e6 || 0
    delay.reset()
    return { lagMs, memoryMb: process.memoryUsage.rss() / 2 ** 20, heapShare: used_heap_size / heap_size_limit }
  }
  return { read, stop: () => void delay.disable() }
}

/** The reason to take on no further requests, if there is one: requests waiting for memory, CPU or a connection hold up all others. */
export const monitorLoad = (limits: Limits, database: Pick<Database, 'load'>, { read, stop } = meter()) => {
  let now: Reading = { lagMs: 0, memoryMb: 0, heapShare: 0 }
  let lagBefore = 0
  const look = () => {
    lagBefore = now.lagMs
    now = read()
  }
  look()
  const timer = setInterval(look, sampleMs).unref()
  return {
    reason: () => {
      if (now.memoryMb > limits.MAX_MEMORY_MB || now.heapShare > fullHeap) return 'memory'
      // A single long pause, such as garbage collection, is over by the time it is seen; real load lasts.
      if (Math.min(lagBefore, now.lagMs) > limits.MAX_LAG_MS) return 'lag'
      const waiting = Object.values(database.load()).reduce((sum, pool) => sum + pool.waiting, 0)
      return waiting > limits.MAX_WAITING ? 'database' : undefined
    },
    stop: () => {
      clearInterval(timer)
      stop()
    },
  }
}
