import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../base/log.ts'
import type { Postmaster } from './postmaster.ts'

export type Running = Postmaster & { child: ChildProcess }
export type RevivalLog = Pick<Log, 'error' | 'info'>

const firstDelayMs = 200
// Short enough to be back within ten seconds once the missing disk or memory is available.
const maxDelayMs = 5000
/** A server that lived this long did not die of the same cause as last time. */
const stableAfterMs = 60_000

/** The child does not keep this process alive, so its end may never be seen: `signal` ends the wait as well. */
const death = (child: ChildProcess, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    child.once('exit', () => resolve())
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

/**
 * Restarts a server whenever it dies unexpectedly, for as long as it takes, with growing pauses. The returned function stops it for good.
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
      if (Date.now() - startedAt > stableAfterMs) delayMs = firstDelayMs
      while (!running && !signal.aborted) {
        log?.error({ alert: 'database_died', againInMs: delayMs }, 'the embedded PostgreSQL does not run')
        await pause(delayMs, undefined, { signal }).catch(() => {})
        if (signal.aborted) return
        delayMs = Math.min(delayMs * 2, maxDelayMs)
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
    // It may be restarting at this moment.
    await watching
    if (running) await stop(running)
  }
}
