import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll } from 'vitest'
import { runCommand } from '../src/cli/run-command.ts'
import { readConfig } from '../src/platform/settings/config.ts'
import { startPlatform } from '../src/start-platform.ts'

/** A command, and what it says. */
export const runIn = async (environment: Record<string, string>, ...args: string[]) => {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const code = await runCommand(args, { environment, print: say, complain: say })
  return { code, text: lines.join('\n') }
}

/** Commands as an operator runs them beside a running program: they share its data folder and its PostgreSQL. */
export const commandLine = (settings: Record<string, string> = {}) => {
  let folder = ''
  let running: Awaited<ReturnType<typeof startPlatform>> | undefined
  const environment = () => ({ DATA_DIR: folder, LOG_LEVEL: 'silent', ...settings })
  beforeAll(async () => {
    folder = await mkdtemp(`${tmpdir()}/fornix-cli-`)
    running = await startPlatform(readConfig('demo', environment()), { smtpUrl: 'smtp://127.0.0.1:9' })
  })
  afterAll(async () => {
    await running?.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    run: (...args: string[]) => runIn(environment(), ...args),
    folder: () => folder,
    platform: () => {
      if (!running) throw new Error('The program is not running')
      return running.platform
    },
  }
}
