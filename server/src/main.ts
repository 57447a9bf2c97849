import { readConfig } from './platform/config.ts'
import { run } from './run.ts'

const mode = process.argv[2] === 'serve' ? 'serve' : 'demo'

try {
  const config = readConfig(mode, process.env)
  for (const warning of config.warnings) console.error(warning)
  const stop = await run(config)
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      // Whatever hangs must not keep the process alive for longer than an orchestrator waits.
      setTimeout(() => process.exit(1), 30_000).unref()
      stop().then(
        () => process.exit(0),
        (error: Error) => {
          console.error(error.message)
          process.exit(1)
        },
      )
    })
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
