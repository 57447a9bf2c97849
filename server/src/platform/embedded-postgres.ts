import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { postgresBinaries } from './embedded-postgres-binaries.ts'

export type EmbeddedPostgres = { url: string; stop(): Promise<void> }
type Options = { folder: string; password: string; settings?: Record<string, string> }

const owner = 'fornix_owner'
const database = 'fornix'

/** Starts PostgreSQL on a folder of its own, on the loopback interface only; the first start makes the cluster. */
export const startEmbeddedPostgres = async ({
  folder,
  password,
  settings = {},
}: Options): Promise<EmbeddedPostgres> => {
  const bin = await postgresBinaries()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const data = `${folder}/data`
  const as = await unprivileged(folder)
  await predecessorGone(data)
  if (!(await stat(`${data}/PG_VERSION`).catch(() => null))) await initialize(bin, folder, data, password, as)

  const port = await freePort()
  const log: string[] = []
  const given = Object.entries({
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '60',
    shared_buffers: '128MB',
    ...settings,
  })
  // A killed program must not leave its database behind: the kernel sends the fast-shutdown signal when the parent dies.
  const dieWithParent = process.platform === 'linux' ? ['setpriv', '--pdeathsig', 'INT'] : []
  const [command = '', ...rest] = [
    ...as,
    ...dieWithParent,
    `${bin}/postgres`,
    '-D',
    data,
    ...given.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const server = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (text) => log.splice(0, Math.max(0, log.push(String(text)) - 40)))
  // The program may end without waiting for the pipes of a server that is being stopped.
  server.unref()
  const url = `postgres://${owner}:${encodeURIComponent(password)}@127.0.0.1:${port}`
  await answers(url, server, log)
  await writeFile(`${folder}/port`, String(port), { mode: 0o600 })
  return { url: `${url}/${database}`, stop: () => stopServer(server) }
}

/** The address of a server that another process runs on this folder, or null. */
export const runningPostgres = async ({ folder, password }: Pick<Options, 'folder' | 'password'>) => {
  const port = await readFile(`${folder}/port`, 'utf8').catch(() => null)
  return port && (await postmaster(`${folder}/data`))
    ? `postgres://${owner}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
    : null
}

const runs = (command: string, args: string[]) => {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** PostgreSQL refuses root. In a user namespace root appears as nobody, so no folder on the way needs to be opened up. */
const unprivileged = async (folder: string): Promise<string[]> => {
  if (process.getuid?.() !== 0) return []
  const namespace = ['--user', '--map-user=65534', '--map-group=65534']
  if (runs('unshare', [...namespace, 'true'])) return ['unshare', ...namespace]
  const nobody = ['--reuid=65534', '--regid=65534', '--clear-groups']
  if (runs('setpriv', [...nobody, 'test', '-x', folder]) || runs('chown', ['-R', '65534:65534', folder]))
    return ['setpriv', ...nobody]
  throw new Error(
    'PostgreSQL cannot run as root here. Start Fornix as another user, or set DATABASE_URL to a PostgreSQL server.',
  )
}

const initialize = async (bin: string, folder: string, data: string, password: string, as: string[]) => {
  const passwordFile = `${folder}/owner-password`
  await rm(data, { recursive: true, force: true })
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (as[0] === 'setpriv') execFileSync('chown', ['-R', '65534:65534', folder])
  const [command = '', ...rest] = [
    ...as,
    `${bin}/initdb`,
    '-D',
    data,
    '-U',
    owner,
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
  ]
  try {
    execFileSync(command, rest, { stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (error) {
    // Half a cluster would look like a whole one at the next start.
    await rm(data, { recursive: true, force: true })
    throw error
  } finally {
    await rm(passwordFile, { force: true })
  }
  await chmod(data, 0o700)
}

const alive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const postmaster = async (data: string) => {
  const pid = Number((await readFile(`${data}/postmaster.pid`, 'utf8').catch(() => '')).split('\n')[0])
  return pid > 0 && alive(pid) ? pid : null
}

/** The server of a program that was just killed needs a moment to shut down. */
const predecessorGone = async (data: string) => {
  for (let waited = 0; ; waited += 100) {
    const pid = await postmaster(data)
    if (pid === null) return
    // Where the kernel ends no orphans, the program does it here.
    if (process.platform !== 'linux' && waited === 0) process.kill(pid, 'SIGINT')
    if (waited >= 10_000)
      throw new Error(`A PostgreSQL (process ${pid}) still uses ${data}. Stop it, or set DATA_DIR to another folder.`)
    await sleep(100)
  }
}

const freePort = async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

const answers = async (url: string, server: ChildProcess, log: string[]) => {
  for (let tries = 0; tries < 600; tries++) {
    if (server.exitCode !== null)
      throw new Error(`PostgreSQL did not start:\n${log.join('').split('\n').slice(-12).join('\n')}`)
    const client = new pg.Client({ connectionString: `${url}/postgres` })
    try {
      await client.connect()
      const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
      if (!rowCount) await client.query(`create database ${database}`)
      return await client.end()
    } catch (error) {
      await client.end().catch(() => {})
      // 57P03: the server is starting, or recovering after a kill.
      if (!/ECONNREFUSED|57P03|ECONNRESET/.test(String((error as { code?: string }).code))) throw error
      await sleep(25)
    }
  }
  throw new Error('PostgreSQL did not answer within 15 seconds.')
}

const stopServer = async (server: ChildProcess) => {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.ref()
  server.kill('SIGINT')
  await once(server, 'exit')
}
