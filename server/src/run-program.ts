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
    const stop = await start(config)
    let stopping = false
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (stopping) return
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
  } catch (error) {
    fail(error)
  }
}
