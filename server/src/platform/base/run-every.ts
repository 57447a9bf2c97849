import type { Log } from './log.ts'
import { asJob } from './signals.ts'

/** `job` is the name in the metrics. */
type Regular = { job: string; everyMs: number; firstMs?: number; log: Log; failure: string }

/** Runs the work at intervals, never twice at once, until stopped. A failure is logged and tried again. */
export const runEvery = (
  { job, everyMs, firstMs = everyMs, log, failure }: Regular,
  work: (stopping: AbortSignal) => Promise<unknown>,
) => {
  const stop = new AbortController()
  let running: Promise<unknown> | undefined
  const look = () => {
    running ??= asJob(job, () => work(stop.signal))
      .catch((err: Error) => stop.signal.aborted || log.warn({ err }, failure))
      .finally(() => {
        running = undefined
      })
  }
  let timer = setTimeout(() => {
    timer = setInterval(look, everyMs).unref()
    look()
  }, firstMs).unref()
  return async () => {
    stop.abort()
    clearTimeout(timer)
    await running
  }
}
