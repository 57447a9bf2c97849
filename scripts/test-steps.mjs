import { existsSync, readFileSync } from 'node:fs'
import { runStep } from './step.mjs'

const onDebian = existsSync('/usr/lib/postgresql/15/bin/postgres')
/**
 * All of the server's tests run on Debian's PostgreSQL 15, the oldest that is supported, where it can be had. What leans most on the
 * database runs again on the embedded one, as all end-to-end tests do, and through a pooler in transaction mode.
 */
const elsewhere = [
  'test/walls.test.ts',
  'features/notifications',
  'features/patients/patients.test.ts',
  'mail/sender.test.ts',
]

const vitest = (root, report, ...more) => ({
  report,
  command: [
    'vitest',
    'run',
    '--root',
    root,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ].concat(more),
  count: () => {
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests }
  },
})
const playwright = ['playwright', 'test', '-c', 'e2e/playwright.config.ts']
// Its tests in TypeScript without JSX need no browser.
const webWithoutBrowser = ['--project', 'web-node']

/** Everything that `npm test` runs, each with how it is counted. `report` names a file for a step. */
export const allSteps = (report, { browser }) => [
  { name: 'check', command: [process.execPath, 'scripts/check.mjs'] },
  { name: 'server', ...vitest('server', report('server')), more: onDebian ? { TEST_POSTGRES: 'debian' } : {} },
  ...(onDebian ? [{ name: 'embedded', ...vitest('server', report('embedded'), ...elsewhere) }] : []),
  ...(existsSync('/usr/sbin/pgbouncer')
    ? [{ name: 'pooler', ...vitest('server', report('pooler'), ...elsewhere), more: { TEST_POOLER: 'yes' } }]
    : []),
  { name: 'web', ...vitest('web', report('web'), ...(browser ? [] : webWithoutBrowser)) },
  ...(browser
    ? [
        {
          name: 'e2e',
          command: playwright,
          more: { PLAYWRIGHT_JSON_OUTPUT_FILE: report('e2e') },
          count: () => {
            const { stats } = JSON.parse(readFileSync(report('e2e'), 'utf8'))
            return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
          },
        },
      ]
    : []),
]

/** The tests of server and web whose path holds one of the words. */
export const stepsOf = (words, report, { browser }) =>
  ['server', 'web'].map((name) => ({
    name,
    ...vitest(
      name,
      report(name),
      '--passWithNoTests',
      ...(name === 'web' && !browser ? webWithoutBrowser : []),
      ...words,
    ),
    mayBeEmpty: true,
  }))

/** How many tests a browser is missing for: those of the web app, narrowed by words, and without any also the end-to-end tests. */
export const countWithoutBrowser = async (words, report, options) => {
  const file = report('list')
  await runStep(
    'list',
    ['vitest', 'list', '--root', 'web', '--project', 'web-browser', `--json=${file}`, ...words],
    options,
  )
  const web = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).length : 0
  if (words.length > 0) return { web, e2e: 0 }
  const { output } = await runStep('list', [...playwright, '--list', '--reporter=list'], options)
  return { web, e2e: Number(/Total: (\d+) test/.exec(output)?.[1] ?? 0) }
}
