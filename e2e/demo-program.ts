import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Where the shared demo answers; a journey that stops its program takes the next port. */
export const demoPort = Number(process.env.E2E_PORT ?? 3100)

const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))

/** The program as `npm start` runs it, on a port and a data folder of its own, perhaps with more settings. */
export const startProgram = async (port: number, dataDir: string, settings: Record<string, string> = {}) => {
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    PUBLIC_URL: `http://localhost:${port}`,
    ...settings,
  }
  const program = spawn(process.execPath, [main, 'demo'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await Promise.race([
    once(program.stdout, 'data'),
    once(program, 'exit').then(() => {
      throw new Error('The program ended before it served')
    }),
  ])
  program.stdout.resume()
  return { stop: () => end(program, 'SIGTERM'), kill: () => end(program, 'SIGKILL') }
}

const end = async (program: ChildProcess, signal: 'SIGTERM' | 'SIGKILL') => {
  const gone = once(program, 'exit')
  program.kill(signal)
  await gone
}
