import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const program = '/usr/sbin/pgbouncer'

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** A pooler in transaction mode before that server, with so few connections that every one is shared. */
export const startPooler = async (databaseUrl: string, users: Record<string, string>) => {
  const folder = await mkdtemp(`${tmpdir()}/fornix-pooler-`)
  const port = await freePort()
  const { hostname, port: databasePort } = new URL(databaseUrl)
  const list = Object.entries(users).map(([user, password]) => `"${user}" "${password}"\n`)
  await writeFile(`${folder}/users`, list.join(''))
  await writeFile(
    `${folder}/pgbouncer.ini`,
    `[databases]
* = host=${hostname} port=${databasePort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${folder}/users
pool_mode = transaction
default_pool_size = 2
`,
  )
  // It refuses to run as root, so root becomes nobody in particular.
  if (process.getuid?.() === 0)
    for (const path of [folder, `${folder}/users`, `${folder}/pgbouncer.ini`]) await chmod(path, 0o755)
  const become = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : []
  const [first = '', ...rest] = [...become, program, '-q', `${folder}/pgbouncer.ini`]
  const child = spawn(first, rest, { stdio: 'ignore' })
  while (child.exitCode === null && !(await answers(port))) await pause(20)
  if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`)
  return {
    url: `postgres://127.0.0.1:${port}`,
    stop: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGINT')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}
