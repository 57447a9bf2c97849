// The one entry of all commands. It runs on the Node that the machine has (20 or newer); everything else runs on Node 24.
import { spawn } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { buildWeb } from './build-web.mjs'
import { installMissing, root } from './install.mjs'
import { node24 } from './node24.mjs'

const [command = '', ...rest] = process.argv.slice(2)

const commands = {
  start: async () => {
    await buildWeb(node)
    await node('server/src/main.ts', ['demo'])
  },
  serve: async () => {
    await buildWeb(node)
    await node('server/src/main.ts', ['serve'])
  },
  dev: async () => {
    await buildWeb(node)
    const watching = node(join(root, 'node_modules/vite/bin/vite.js'), ['build', '--watch', '--logLevel', 'warn'], { cwd: join(root, 'web') })
    await Promise.race([watching, node('--watch', ['server/src/main.ts', 'demo'])])
  },
  check: () => node('scripts/check.mjs'),
  test: async () => {
    await buildWeb(node)
    await node('scripts/test.mjs')
  },
  bench: async () => {
    installMissing(join(root, 'bench'))
    await buildWeb(node)
    await node('bench/run.ts', rest)
  },
  fornix: () => node('server/src/cli.ts', rest),
}

class Failed extends Error {
  constructor(code) {
    super(`exit ${code}`)
    this.code = code
  }
}

/** Runs Node 24; signals go on to it, and its failure is ours. */
async function node(script, args = [], options = {}) {
  const binary = node24()
  const path = [dirname(binary), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const child = spawn(binary, [script, ...args], { cwd: root, stdio: 'inherit', env: { ...process.env, PATH: path }, ...options })
  // A terminal sends Ctrl-C to the whole group already; what is sent to this process alone is handed on.
  const forward = (signal) => child.kill(signal)
  const ignore = () => {}
  process.on('SIGTERM', forward).on('SIGHUP', forward).on('SIGINT', ignore)
  const [code, signal] = await new Promise((resolve) => child.on('exit', (...how) => resolve(how)))
  process.off('SIGTERM', forward).off('SIGHUP', forward).off('SIGINT', ignore)
  if (code !== 0) throw new Failed(code ?? (signal === 'SIGINT' ? 130 : 1))
}

try {
  if (!Object.hasOwn(commands, command)) throw new Error(`Unknown command. There are: ${Object.keys(commands).join(', ')}`)
  installMissing()
  await commands[command]()
} catch (error) {
  if (!(error instanceof Failed)) console.error(error.message)
  process.exit(error.code ?? 1)
}
