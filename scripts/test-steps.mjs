import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { exceptCiOnly, exceptCiOnlyJourneys } from './ci-only.mjs'
import embeddedPostgresTests from './embedded-postgres-tests.json' with { type: 'json' }
import { root } from './install.mjs'
import { runStep } from './step.mjs'

const onDebian = () => existsSync('/usr/lib/postgresql/15/bin/postgres')
const withPooler = () => existsSync('/usr/sbin/pgbouncer')

/** One failed test in a few lines, for those who see only the end of a long output. */
const failure = (file, name, message = '') =>
  `${relative(root, file)} › ${name}\n${stripVTControlCharacters(message)
    .split('\n')
    .slice(0, 6)
    .map((line) => `    ${line}`)
    .join('\n')}`

const failuresOf = ({ file, specs = [], suites = [] }) => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) =>
      failure(join(root, 'e2e', file), title, tests[0]?.results.find(({ error }) => error)?.error.message),
    ),
  ...suites.flatMap(failuresOf),
]

const skippedOf = ({ file, specs = [], suites = [] }) => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'skipped'))
    .map(({ title }) => `e2e/${file} › ${title}`),
  ...suites.flatMap(skippedOf),
]

const vitest = (folder, report, ...more) => ({
  report,
  command: [
    'vitest',
    'run',
    '--root',
    folder,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ].concat(more),
  count: () => {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
    const failures = testResults.flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      return failed.length > 0
        ? failed.map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages[0]))
        : message && [failure(name, 'the file did not load', message)]
    })
    const skippedTests = testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'pending' || status === 'skipped')
        .map(({ fullName }) => `${relative(root, name)} › ${fullName}`),
    )
    return {
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numPendingTests,
      skippedTests,
      failures: failures.filter(Boolean),
    }
  },
})
const playwright = ['playwright', 'test', '-c', 'e2e/playwright.config.ts']
// Its tests in TypeScript without JSX need no browser.
const webWithoutBrowser = ['--project', 'web-node']

/**
 * All of the server's tests run on Debian's PostgreSQL 15, the oldest that is supported, where it can be had. What leans most on the
 * database runs again on the embedded one, as all end-to-end tests do, and there through a pooler in transaction mode: what fails on
 * either fails here, and `npm run drill -- other-databases` tells the two apart.
 */
const again = (report) => {
  if (withPooler())
    return [
      { name: 'pooler', ...vitest('server', report('pooler'), ...embeddedPostgresTests), more: { TEST_POOLER: 'yes' } },
    ]
  return onDebian() ? [{ name: 'embedded', ...vitest('server', report('embedded'), ...embeddedPostgresTests) }] : []
}

/**
 * What `npm test` runs, or with `all` what CI does, each with how it is counted. `report` names a file for a step. What is `beside` starts
 * with the first and is awaited in its place: by themselves, the tests of the web app leave a fifth of two cores idle. CI, for which
 * nobody waits, runs one after the other: where both cores were shared, presses in a test's browser were lost now and then.
 */
export const stepsOfSuite = (report, { browser, all }) => [
  { name: 'check', command: [process.execPath, 'scripts/check.mjs'] },
  ...(all ? [{ name: 'start', command: [process.execPath, 'scripts/try-start.mjs'] }] : []),
  {
    name: 'server',
    ...vitest('server', report('server'), ...(all ? [] : exceptCiOnly('server'))),
    more: onDebian() ? { TEST_POSTGRES: 'debian' } : {},
  },
  ...(all ? again(report) : []),
  {
    name: 'web',
    ...vitest('web', report('web'), ...(browser ? [] : webWithoutBrowser), ...(all ? [] : exceptCiOnly('web'))),
    beside: !all,
  },
  ...(browser ? [journeys(report, all ? [] : exceptCiOnlyJourneys())] : []),
]

const journeys = (report, more) => ({
  name: 'e2e',
  command: [...playwright, ...more],
  more: { PLAYWRIGHT_JSON_OUTPUT_FILE: report('e2e') },
  count: () => {
    const { stats, suites } = JSON.parse(readFileSync(report('e2e'), 'utf8'))
    return {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
      skippedTests: suites.flatMap(skippedOf),
      failures: suites.flatMap(failuresOf),
    }
  },
})

/** The name of a feature stands for its folders alone: `documents` is not `imaging/documents`, too. */
const pathOf = (word) => {
  const isFeature = ['server', 'web'].some((part) => existsSync(join(root, part, 'src/features', word)))
  return isFeature ? `src/features/${word}/` : word
}

/** The tests of server and web that belong to a feature, or whose path holds a word. */
export const stepsOf = (words, report, { browser }) =>
  ['server', 'web'].map((name) => ({
    name,
    ...vitest(
      name,
      report(name),
      '--passWithNoTests',
      ...(name === 'web' && !browser ? webWithoutBrowser : []),
      ...words.map(pathOf),
    ),
    mayBeEmpty: true,
  }))

/** How many tests a browser is missing for: those of the web app, narrowed by words, and without any also the end-to-end tests. */
export const countWithoutBrowser = async (words, report, options) => {
  const file = report('list')
  await runStep(
    'list',
    ['vitest', 'list', '--root', 'web', '--project', 'web-browser*', `--json=${file}`, ...words.map(pathOf)],
    options,
  )
  const web = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).length : 0
  if (words.length > 0) return { web, e2e: 0 }
  const { output } = await runStep('list', [...playwright, '--list', '--reporter=list'], options)
  return { web, e2e: Number(/Total: (\d+) test/.exec(output)?.[1] ?? 0) }
}
