// The first command of README.md as a newcomer gives it: the files of this checkout in an empty folder, and nothing that was installed
// before. `npm start` installs less than the tests do, so what it leaves out by mistake shows only here.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from './install.mjs'

const withinMs = 300_000

const freePort = async () => {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}

const folder = mkdtempSync(join(tmpdir(), 'fornix-start-'))
const files = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
for (const file of files.split('\0').filter((file) => file && existsSync(join(root, file))))
  cpSync(join(root, file), join(folder, file))

const port = await freePort()
const address = `http://localhost:${port}`
const program = spawn('npm', ['start'], {
  cwd: folder,
  // A group of its own, which is stopped as a whole.
  detached: true,
  env: {
    ...process.env,
    PORT: String(port),
    PUBLIC_URL: address,
    DATA_DIR: join(folder, 'data'),
    npm_config_prefer_offline: 'true',
  },
})
let output = ''
for (const stream of [program.stdout, program.stderr]) stream.on('data', (text) => (output += text))
const ended = once(program, 'exit').then(([code]) => `npm start ended with ${code}`)

/** A page with a program that loads; else what went wrong. */
const look = async () => {
  const page = await fetch(`${address}/patients`)
  const script = /src="(\/assets\/main-[^"]+)"/.exec(await page.text())?.[1]
  if (page.status !== 200 || !script) return `/patients answers ${page.status} without the program`
  const { status } = await fetch(address + script)
  return status === 200 ? undefined : `${script} answers ${status}`
}
const answered = async () => {
  for (const until = Date.now() + withinMs; Date.now() < until; await pause(500))
    if (
      await fetch(`${address}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return look()
  return `Nothing answered within ${withinMs / 1000} s`
}

const problem = await Promise.race([ended, answered()])
if (program.exitCode === null) {
  process.kill(-program.pid)
  await ended
}
rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
if (problem) console.log(`${output}\n${problem}`)
process.exit(problem ? 1 : 0)
