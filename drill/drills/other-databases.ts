import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Figure } from '../../bench/report.ts'
import elsewhere from '../../scripts/embedded-postgres-tests.json' with { type: 'json' }

/** Where `npm test` does not run the tests that lean most on the database. */
const databases: Record<string, Record<string, string>> = {
  'the embedded PostgreSQL': {},
  'Debian’s PostgreSQL through a pooler': { TEST_POSTGRES: 'debian', TEST_POOLER: 'yes' },
}

type Report = { numPassedTests: number; numFailedTests: number }

/**
 * `npm test` runs them on Debian's PostgreSQL, and on the embedded one through a pooler: when one of both fails, this tells what is at
 * fault.
 */
export const drillOtherDatabases = async (): Promise<Figure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'fornix-databases-'))
  try {
    const figures: Figure[] = []
    for (const [name, environment] of Object.entries(databases)) {
      const report = join(folder, 'report.json')
      const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
      const tests = spawn('vitest', ['run', '--root', 'server', ...options, ...elsewhere], {
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      const code = await new Promise<number | null>((resolve, reject) => tests.on('error', reject).on('exit', resolve))
      const { numPassedTests, numFailedTests }: Report = JSON.parse(readFileSync(report, 'utf8'))
      rmSync(report)
      figures.push(
        { what: `${name}: tests passed`, value: numPassedTests, unit: '', atLeast: 1 },
        { what: `${name}: tests failed`, value: code === 0 ? 0 : Math.max(numFailedTests, 1), unit: '', atMost: 0 },
      )
    }
    return figures
  } finally {
    rmSync(folder, { recursive: true })
  }
}
