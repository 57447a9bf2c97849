import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Copy } from './copy.ts'

const patienceMs = 300_000

/** `failed` is the title of the test that failed; without one the tests did not even start, and `message` says why. */
export type Outcome = { passed: boolean; failed?: string; message?: string }
type Report = { testResults?: { message: string; assertionResults: { status: string; fullName: string }[] }[] }

// Their tests have browsers and servers, in a group of processes that has to end with this one.
const running = new Set<ChildProcess>()
const end = ({ pid }: ChildProcess) => {
  if (pid) process.kill(-pid, 'SIGTERM')
}
export const endTests = () => {
  for (const child of running) end(child)
}

/** Runs the tests of one workspace until the first that fails. */
const runPart = async ({ folder, databaseServer }: Copy, part: string, files: string[]): Promise<Outcome> => {
  const report = join(folder, 'report.json')
  const child = spawn(
    'vitest',
    ['run', '--root', part, '--bail=1', '--reporter=json', `--outputFile=${report}`, ...files],
    {
      cwd: folder,
      stdio: 'ignore',
      detached: true,
      env: { ...process.env, TZ: 'America/New_York', LANG: 'en_US.UTF-8', TEST_DATABASE_URL: databaseServer },
    },
  )
  running.add(child)
  const timer = setTimeout(end, patienceMs, child)
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('exit', resolve))
  running.delete(child)
  clearTimeout(timer)
  const { testResults = [] }: Report = JSON.parse(await readFile(report, 'utf8').catch(() => '{}'))
  await rm(report, { force: true })
  if (code === 0) return { passed: true }
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = tests.find(({ status }) => status === 'failed')?.fullName
  const message = testResults.map(({ message }) => message).find(Boolean) ?? `exit ${code}`
  return { passed: false, ...(failed !== undefined && { failed }), message }
}

/** Runs test files, named from the root. */
export const runTests = async (copy: Copy, tests: string[]): Promise<Outcome> => {
  for (const part of ['server', 'web']) {
    const files = tests.filter((test) => test.startsWith(`${part}/`)).map((test) => test.slice(part.length + 1))
    const outcome: Outcome = files.length > 0 ? await runPart(copy, part, files) : { passed: true }
    if (!outcome.passed) return outcome
  }
  return { passed: true }
}
