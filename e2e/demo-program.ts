import { type ChildProcess, spawn } from 'node:child_process'
import { on, once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

/** Where the shared demo answers; a journey that stops its program takes the next port. */
export const demoPort = Number(process.env.E2E_PORT ?? 3100)

const main = fileURLToPath(new URL('../demo/src/main.ts', import.meta.url))

/**
 * The program as `npm start` runs it, on a port and a data folder of its own, perhaps with more settings. `log` is a file for all it says.
 */
export const startProgram = async (
  port: number,
  dataDir: string,
  settings: Record<string, string> = {},
  log?: string,
) => {
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    PUBLIC_URL: `http://localhost:${port}`,
    ...settings,
  }
  const program = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const file = log && createWriteStream(log)
  for (const said of [program.stdout, program.stderr]) if (file) said.pipe(file, { end: false })
  program.stderr.pipe(process.stderr, { end: false })
  await Promise.race([
    greeting(program.stdout),
    once(program, 'exit').then(() => {
      throw new Error('The program ended before it served')
    }),
  ])
  program.stdout.resume()
  return { stop: () => end(program, 'SIGTERM'), kill: () => end(program, 'SIGKILL') }
}

/** A data folder as the shared demo's first start left it: a first start of one's own takes five times as long as to go on from there. */
export const seededFolder = async () => {
  const folder = await mkdtemp(`${tmpdir()}/fornix-e2e-own-`)
  await cp(process.env['E2E_SEEDED_DIR'] ?? '', folder, { recursive: true, preserveTimestamps: true })
  return folder
}

/** The last thing it does before it waits for visitors. */
const greeting = async (output: Readable) => {
  for await (const [text] of on(output, 'data')) if (String(text).includes(' is running at ')) return
}

const end = async (program: ChildProcess, signal: 'SIGTERM' | 'SIGKILL') => {
  if (program.exitCode !== null || program.signalCode !== null) return
  const gone = once(program, 'exit')
  program.kill(signal)
  await gone
}
