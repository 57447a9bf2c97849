import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../base/log.ts'
import type { Postmaster } from './postmaster.ts'

export type Running = Postmaster & { child: ChildProcess }
export type RevivalLog = Pick<Log, 'error' | 'info'>

const firstDelayMs = 200
// Short enough to be back within ten seconds of the disk or the memory that it lacked.
const longestDelayMs = 5000
/** Whoever lives for so long did not die of what it died of the last time. */
const settledMs = 60_000

/** The process does not keep this one alive, so its end may never be heard of: `signal` ends the wait as well. */
const death = (child: ChildProcess, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    child.once('exit', () => resolve())
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

/**
 * Starts a server again whenever it dies by itself, for as long as that takes, each time after a longer pause. The result
 * stops it for good.
 */
export const keepRunning = (
  first: Running,
  again: () => Promise<Running>,
  stop: (running: Running) => Promise<void>,
  log?: RevivalLog,
) => {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Running | undefined = first

  const watch = async () => {
    let delayMs = firstDelayMs
    while (running && !signal.aborted) {
      const startedAt = Date.now()
      await death(running.child, signal)
      if (signal.aborted) return
      running = undefined
      if (Date.now() - startedAt > settledMs) delayMs = firstDelayMs
      while (!running && !signal.aborted) {
        log?.error({ alert: 'database_died', againInMs: delayMs }, 'the embedded PostgreSQL does not run')
        await pause(delayMs, undefined, { signal }).catch(() => {})
        if (signal.aborted) return
        delayMs = Math.min(delayMs * 2, longestDelayMs)
        running = await again().catch((err: Error) => {
          log?.error({ err }, 'the embedded PostgreSQL did not start')
          return undefined
        })
      }
      if (running) log?.info({}, 'the embedded PostgreSQL runs again')
    }
  }
  const watching = watch()

  return async () => {
    stopping.abort()
    // It may be coming back at this moment.
    await watching
    if (running) await stop(running)
  }
}
