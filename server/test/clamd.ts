import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

const program = '/usr/sbin/clamd'

/** Debian's ClamAV is on this machine; `npm test` installs it where it can. */
export const hasClamd = existsSync(program)

/** What its only signature finds: no virus, just a word. */
export const testVirus = 'FORNIX-TEST-VIRUS-5f0a'
export const maxStreamBytes = 256 * 1024

const isUp = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ path }, () => socket.end(() => resolve(true)))
    socket.once('error', () => resolve(false))
  })

/** A real clamd of this test only, on a socket in a folder of its own, with one signature and a small limit. */
export const startClamd = async () => {
  const folder = await mkdtemp(`${tmpdir()}/fornix-clamd-`)
  const path = `${folder}/clamd.sock`
  await writeFile(`${folder}/local.ndb`, `Fornix.Test.Signature:0:*:${Buffer.from(testVirus).toString('hex')}\n`)
  const settings = {
    DatabaseDirectory: folder,
    LocalSocket: path,
    TemporaryDirectory: folder,
    Foreground: 'yes',
    StreamMaxLength: String(maxStreamBytes),
    ...(process.getuid?.() === 0 ? { User: 'root' } : {}),
  }
  const config = `${folder}/clamd.conf`
  await writeFile(
    config,
    Object.entries(settings)
      .map((pair) => `${pair.join(' ')}\n`)
      .join(''),
  )
  await chmod(folder, 0o700)
  const server = spawn(program, ['--config-file', config], { stdio: 'ignore' })
  while (server.exitCode === null && !(await isUp(path))) await pause(50)
  if (server.exitCode !== null) throw new Error(`clamd ended with ${server.exitCode}`)
  return {
    url: `unix:${path}`,
    stop: async () => {
      const gone = once(server, 'exit')
      server.kill('SIGTERM')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}
