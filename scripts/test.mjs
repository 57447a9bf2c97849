import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findChromium, howToGetChromium } from './chromium.mjs'
import { root } from './install.mjs'
import { prepareRealParts } from './real-parts.mjs'
import { runStep } from './step.mjs'
import { countWithoutBrowser, stepsOf, stepsOfSuite } from './test-steps.mjs'

// Words choose the tests of a feature, or those whose path holds one; without any, what people wait for before a change lands; with --all,
// everything, as CI does.
const words = process.argv.slice(2).filter((word) => word !== '--all')
const all = process.argv.includes('--all')

if (words.length === 0) prepareRealParts()
const browser = await findChromium()

// All that the tests put down for a while lies in here. Some of it belongs to users of the system who are not this one.
const folder = mkdtempSync(join(tmpdir(), 'fornix-tests-'))
chmodSync(folder, 0o1777)
const env = {
  ...process.env,
  TZ: 'America/New_York',
  LANG: 'en_US.UTF-8',
  TMPDIR: folder,
  ...(browser && { CHROMIUM_PATH: browser }),
}
const options = { cwd: root, env }
const report = (name) => join(folder, `${name}.json`)

let stopped
const running = new Set()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    stopped ??= signal
    for (const child of running) child.kill(signal)
  })
const onStart = (child) => {
  running.add(child)
  child.on('close', () => running.delete(child))
}

const total = { passed: 0, failed: 0, skipped: 0 }
const lines = []
const failures = []
const skippedTests = []
const add = (name, counted, seconds) => {
  for (const kind of Object.keys(total)) total[kind] += counted[kind]
  failures.push(...(counted.failures ?? []))
  skippedTests.push(...(counted.skippedTests ?? []))
  const took = seconds === undefined ? '' : `, ${seconds.toFixed(0)} s`
  lines.push(`${name.padEnd(8)} ${counted.passed} passed, ${counted.failed} failed, ${counted.skipped} skipped${took}`)
}

if (!browser) {
  const { web, e2e } = await countWithoutBrowser(words, report, options)
  console.log(`SKIPPED: ${web + e2e} tests in a browser, because none could be had. ${howToGetChromium}`)
  add('browser', { passed: 0, failed: 0, skipped: web + e2e })
}
/** Resolves with what tells and counts it, so that steps beside each other can be told one after the other. */
const run = async (step, live) => {
  if (stopped) return () => {}
  if (live) console.log(`\n── ${step.name}`)
  const { code, seconds, output } = await runStep(step.name, step.command, {
    ...options,
    live,
    onStart,
    env: { ...env, ...step.more },
  })
  return () => {
    if (!live) console.log(`\n── ${step.name}\n${output.trim()}`)
    const counted = tally(step, code)
    // A suite that crashed, or that ran nothing, has failed whatever it counted.
    const empty = counted.passed + counted.failed === 0 && !step.mayBeEmpty
    if ((code !== 0 && counted.failed === 0) || empty) counted.failed += 1
    add(step.name, counted, seconds)
  }
}
const runWords = (step) => run(step, false).then((tell) => tell())
const runAll = async (steps) => {
  const beside = new Map(steps.filter(({ beside }) => beside).map((step) => [step, run(step, false)]))
  for (const step of steps) {
    const tell = await (beside.get(step) ?? run(step, true))
    tell()
  }
}
// A few files leave a core idle most of the time.
if (words.length > 0) await Promise.all(stepsOf(words, report, { browser }).map(runWords))
else await runAll(stepsOfSuite(report, { browser, all }))
if (words.length > 0 && total.passed + total.failed + total.skipped === 0) {
  console.log(`No test file of server or web has ${words.join(' or ')} in its path.`)
  total.failed += 1
}
// What was just stopped may still be writing.
for (let tries = 0; tries < 50 && existsSync(folder); tries++) {
  if (tries > 0) await pause(100)
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {}
}
if (stopped) {
  console.log('Stopped.')
  process.exit(128 + constants.signals[stopped])
}

if (words.length === 0 && skippedTests.length > 0) console.log(`\nSKIPPED:\n\n${skippedTests.join('\n')}`)
if (failures.length > 0) console.log(`\nFailed:\n\n${failures.join('\n\n')}`)
console.log(`\n${lines.join('\n')}\n`)
if (!all && words.length === 0) console.log('CI also runs what scripts/ci-only.json names: npm test -- --all\n')
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed > 0 ? 1 : 0)

function tally({ count }, code) {
  if (!count) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
  try {
    return count()
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}
