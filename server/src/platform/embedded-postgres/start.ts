import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chown, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { makeFolder } from '../base/make-folder.ts'
import { withClient } from '../database/with-client.ts'
import { type Binaries, findBinaries, findRunner, type Runner } from './binaries.ts'
import { clearPredecessor, isRunning, readPostmaster, stopPostmaster } from './postmaster.ts'
import { keepRunning, type RevivalLog, type Running } from './revival.ts'

const OWNER = 'fornix_owner'
const DATABASE = 'fornix'
const START_MS = 60_000

export type EmbeddedPostgres = { url: string; stop(): Promise<void> }

/**
 * Starts the PostgreSQL that npm installed, on the loopback address only, with its data in `folder`, and restarts it if it dies. The caller
 * holds the data folder's lock. `settings` are PostgreSQL settings by name. `programs` are those of another PostgreSQL on this machine.
 */
export const startEmbeddedPostgres = async ({
  folder,
  password,
  settings = {},
  programs,
  log,
}: {
  folder: string
  password: string
  settings?: Record<string, string>
  programs?: Binaries
  log?: RevivalLog
}): Promise<EmbeddedPostgres> => {
  await makeFolder(folder)
  const binaries = programs ?? (await findBinaries())
  const runner = await findRunner(binaries, folder)
  const data = dataOf(folder)
  await clearPredecessor(data)
  if (!(await stat(data).catch(() => undefined))) await initialise(binaries, runner, folder, data, password)
  const running = await launch(binaries, runner, folder, data, settings)
  // Connections know the server by its port, so it restarts on the same one.
  const again = async () => {
    await clearPredecessor(data)
    return launch(binaries, runner, folder, data, { ...settings, port: String(running.port) })
  }
  const stop = keepRunning(running, again, (one) => stopPostmaster(one, data), log)
  try {
    return { url: await ensureDatabase(running.port, password), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The address of a server that another process runs in this folder, or null. */
export const runningPostgres = async ({ folder, password }: { folder: string; password: string }) => {
  const other = await readPostmaster(dataOf(folder))
  return other?.ready && (await isRunning(other, dataOf(folder))) ? urlOf(other.port, password, DATABASE) : null
}

const dataOf = (folder: string) => join(folder, 'data')

const urlOf = (port: number, password: string, database: string) =>
  `postgres://${OWNER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`

const command = (runner: Runner, program: string, args: string[]) => {
  const [first = program, ...rest] = [...runner, program, ...args]
  return [first, rest] as const
}

/** A new cluster gets its final name only when complete, so a kill in between leaves nothing half made. */
const initialise = async (
  { initdb, locale }: Binaries,
  runner: Runner,
  folder: string,
  data: string,
  password: string,
) => {
  const fresh = `${data}.new`
  const passwordFile = join(folder, 'password.new')
  await rm(fresh, { recursive: true, force: true })
  await writeFile(passwordFile, password, { mode: 0o600 })
  // The user that runs PostgreSQL owns the folder, and must be able to read this file.
  const { uid, gid } = await stat(folder)
  if (process.getuid?.() === 0) await chown(passwordFile, uid, gid)
  const args = ['-D', fresh, '-U', OWNER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8']
  try {
    await promisify(execFile)(...command(runner, initdb, [...args, ...locale]))
    await rename(fresh, data)
  } finally {
    await rm(passwordFile, { force: true })
  }
}

const launch = async (
  { postgres }: Binaries,
  runner: Runner,
  folder: string,
  data: string,
  settings: Record<string, string>,
): Promise<Running> => {
  const logFile = join(folder, 'postgres.log')
  const until = Date.now() + START_MS
  for (;;) {
    const all = { ...basics, port: String(await freePort()), ...settings }
    const args = ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
    const log = await open(logFile, 'w', 0o600)
    const child = spawn(...command(runner, postgres, args), {
      // A separate process group: Ctrl-C in a terminal must not end the database before the requests that need it.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    child.unref()
    const [started] = await Promise.all([ready(child, data, until), log.close()])
    if (started) return { ...started, child }
    const logEnd = (await readFile(logFile, 'utf8')).trim().split('\n').slice(-20).join('\n')
    // Another process took the port in between, or the last workers of a killed server still hold its memory.
    if (Date.now() < until && /Address already in use|is still in use/.test(logEnd)) await pause(200)
    else throw new Error(`The embedded PostgreSQL did not start. The end of ${logFile}:\n${logEnd}`)
  }
}

/** The server gets errors along with their query; the log would only repeat them with patients' values. */
const basics = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

const ready = async (child: ChildProcess, data: string, until: number) => {
  let ended = false
  child.once('exit', () => {
    ended = true
  })
  child.once('error', () => {
    ended = true
  })
  while (!ended && Date.now() < until) {
    const postmaster = await readPostmaster(data)
    if (postmaster?.pid === child.pid && postmaster?.ready) return postmaster
    await pause(10)
  }
  child.kill('SIGKILL')
  return undefined
}

const freePort = async () => {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const probe = createServer().once('error', reject)
  probe.listen(0, '127.0.0.1', () => {
    const address = probe.address()
    probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
  })
  return promise
}

const ensureDatabase = async (port: number, password: string) => {
  await withClient({ connectionString: urlOf(port, password, 'postgres') }, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (!rowCount) await client.query(`create database ${DATABASE}`)
  })
  return urlOf(port, password, DATABASE)
}
