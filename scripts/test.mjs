import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumPath } from './chromium.mjs'
import { root } from './install.mjs'
import { prepareRealParts } from './real-parts.mjs'
import { runStep } from './step.mjs'

prepareRealParts()
const reports = mkdtempSync(join(tmpdir(), 'fornix-reports-'))
const report = (name) => join(reports, `${name}.json`)
const env = { ...process.env, TZ: 'America/New_York', LANG: 'en_US.UTF-8', CHROMIUM_PATH: await chromiumPath() }
const vitest = (root, name = root) => [
  'vitest',
  'run',
  '--root',
  root,
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report(name)}`,
]
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

const ofVitest = (name) => {
  const {
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: skipped,
  } = JSON.parse(readFileSync(report(name), 'utf8'))
  return { passed, failed, skipped }
}
const ofPlaywright = () => {
  const { stats } = JSON.parse(readFileSync(report('e2e'), 'utf8'))
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
}

const steps = [
  { name: 'check', command: [process.execPath, 'scripts/check.mjs'] },
  ...(onDebian
    ? [
        { name: 'server', command: vitest('server'), count: ofVitest, more: { TEST_POSTGRES: 'debian' } },
        { name: 'embedded', command: [...vitest('server', 'embedded'), ...elsewhere], count: ofVitest },
      ]
    : [{ name: 'server', command: vitest('server'), count: ofVitest }]),
  ...(existsSync('/usr/sbin/pgbouncer')
    ? [
        {
          name: 'pooler',
          command: [...vitest('server', 'pooler'), ...elsewhere],
          count: ofVitest,
          more: { TEST_POOLER: 'yes' },
        },
      ]
    : []),
  { name: 'web', command: vitest('web'), count: ofVitest },
  { name: 'e2e', command: ['playwright', 'test', '-c', 'e2e/playwright.config.ts'], count: ofPlaywright },
]

const total = { passed: 0, failed: 0, skipped: 0 }
const lines = []
for (const { name, command, count, more } of steps) {
  console.log(`\n── ${name}`)
  const { code, seconds } = await runStep(name, command, {
    cwd: root,
    live: true,
    env: { ...env, ...more, PLAYWRIGHT_JSON_OUTPUT_FILE: report('e2e') },
  })
  const counted = count ? tally(count, name) : { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
  // A suite that crashed, or that ran nothing, has failed whatever it counted.
  if ((code !== 0 && counted.failed === 0) || counted.passed + counted.failed === 0) counted.failed += 1
  for (const kind of Object.keys(total)) total[kind] += counted[kind]
  lines.push(
    `${name.padEnd(8)} ${counted.passed} passed, ${counted.failed} failed, ${counted.skipped} skipped, ${seconds.toFixed(0)} s`,
  )
}
rmSync(reports, { recursive: true, force: true })

console.log(`\n${lines.join('\n')}\n`)
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed > 0 ? 1 : 0)

function tally(count, name) {
  try {
    return count(name)
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}
