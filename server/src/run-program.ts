import { constants } from 'node:os'
import { type Config, type Mode, readConfig } from './platform/settings/config.ts'
import { explained } from './platform/settings/explain.ts'

type Stop = (drainSeconds: number) => Promise<void>

// Whatever hangs must not keep the process alive for longer than an orchestrator waits.
const stopMs = 30_000

/** The life of the process: reads the settings, starts, stops on SIGTERM and SIGINT. What goes wrong is said in a sentence; exit code 1. */
export const runProgram = async (mode: Mode, start: (config: Config) => Promise<Stop>) => {
  let settings: Record<string, unknown> = {}
  const fail = (error: unknown) => {
    console.error(explained(error, settings, mode).message)
    process.exit(1)
  }
  try {
    const config = readConfig(mode, process.env)
    settings = config
    for (const warning of config.warnings) console.error(warning)
    let stop: Stop | undefined
    let stopping = false
    // Before it says that it runs: whoever stops it at that very moment leaves no database behind.
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (stopping) return
        if (!stop) process.exit(128 + constants.signals[signal])
        stopping = true
        // Whoever presses Ctrl+C has no balancer.
        const drain = signal === 'SIGTERM' ? config.drainSeconds : 0
        setTimeout(() => process.exit(1), drain * 1000 + stopMs).unref()
        stop(drain).then(() => {
          if (mode === 'demo') console.log('Stopped.')
          process.exit(0)
        }, fail)
      })
    }
    stop = await start(config)
  } catch (error) {
    fail(error)
  }
}
