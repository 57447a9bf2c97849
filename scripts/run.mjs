// The one entry of all commands. It runs on the Node that the machine has (20 or newer); everything else runs on Node 24.
import { spawn, spawnSync } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { buildWeb } from './build-web.mjs'
import { chromiumPath, findChromium } from './chromium.mjs'
import { installMissing, root } from './install.mjs'
import { node24 } from './node24.mjs'
import { prepareClusterParts, prepareRealParts } from './real-parts.mjs'

const [command = '', ...rest] = process.argv.slice(2)

const commands = {
  start: async () => {
    await buildWeb(node)
    await node('demo/src/main.ts')
  },
  serve: async () => {
    await buildWeb(node)
    await node('server/src/main.ts')
  },
  dev: () => node('scripts/dev.mjs'),
  build: () => buildWeb(node),
  check: () => node('scripts/check.mjs'),
  test: async () => {
    if (rest.every((word) => word === '--all')) await buildWeb(node)
    await node('scripts/test.mjs', rest)
  },
  bench: async () => {
    installMissing(join(root, 'bench'))
    await buildWeb(node)
    await node('bench/run.ts', rest)
  },
  drill: async () => {
    await buildWeb(node)
    prepareRealParts()
    if (rest.length === 0 || rest.includes('cluster')) prepareClusterParts()
    // Only ten windows need it.
    const browser = await findChromium()
    if (browser) process.env.CHROMIUM_PATH ??= browser
    await node('drill/run.ts', rest)
  },
  mutants: async () => {
    process.env.CHROMIUM_PATH ??= await chromiumPath()
    await node('mutants/run.ts', rest)
  },
  fornix: () => node('server/src/cli.ts', rest),
}

// What a clinic or a visitor runs; the others are a developer's.
const lean = ['start', 'serve', 'build', 'fornix']

class Failed extends Error {
  constructor(code) {
    super(`exit ${code}`)
    this.code = code
  }
}

// On Linux the system tells the child when this process is killed, so that nothing runs on without its command.
const guard = ['setpriv', '--pdeathsig', 'TERM']
const [guardProgram, ...guardArgs] = guard
const canGuard = process.platform === 'linux' && spawnSync(guardProgram, [...guardArgs, 'true']).status === 0

/** Runs Node 24; signals go on to it and what it started, and its failure is ours. */
async function node(script, args = [], options = {}) {
  const binary = node24()
  const path = [dirname(binary), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const [program, ...rest] = [...(canGuard ? guard : []), binary, script, ...args]
  const child = spawn(program, rest, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
    // A group of its own: one Ctrl-C reaches this process from the terminal and again from npm, the child only from here.
    detached: process.platform !== 'win32',
    ...options,
  })
  let last = Number.NEGATIVE_INFINITY
  const forward = (signal) => {
    if (performance.now() - last < 1000) return
    last = performance.now()
    // A closed terminal is no reason to drop running requests.
    const sent = signal === 'SIGHUP' ? 'SIGTERM' : signal
    if (process.platform === 'win32') child.kill(sent)
    else process.kill(-child.pid, sent)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  // The shell that npm puts in between dies of SIGTERM without handing it on.
  const parent = process.ppid
  const orphaned = () => process.ppid !== parent && forward('SIGTERM')
  if (process.env.npm_lifecycle_event) setInterval(orphaned, 1000).unref()
  const [code, signal] = await new Promise((resolve, reject) =>
    child.on('error', reject).on('exit', (...how) => resolve(how)),
  )
  for (const signal of signals) process.off(signal, forward)
  if (code !== 0) throw new Failed(code ?? 128 + (constants.signals[signal] ?? 1))
}

try {
  if (!Object.hasOwn(commands, command))
    throw new Error(`Unknown command. There are: ${Object.keys(commands).join(', ')}`)
  installMissing(root, { lean: lean.includes(command) && rest[0] !== 'db-types' })
  await commands[command]()
} catch (error) {
  if (!(error instanceof Failed)) console.error(error.message)
  process.exit(error.code ?? 1)
}
