import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify from 'fastify'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { databaseFolder } from '../../../test/database-folder.ts'
import { roleAddresses } from '../database/addresses.ts'
import { databaseClock } from '../database/clock.ts'
import { openDatabase } from '../database/db.ts'
import { prepareRoles } from '../database/roles.ts'
import { healthRoutes } from '../metrics/health.ts'
import type { RevivalLog } from './revival.ts'
import { type EmbeddedPostgres, runningPostgres, startEmbeddedPostgres } from './start.ts'

const password = `it's "quoted": /?#@ %41`
let closed: string
let prepared: string
let folder: string
const servers: EmbeddedPostgres[] = []
const children: ChildProcess[] = []

// One cluster is created in a private folder, and copied for each test.
beforeAll(async () => {
  closed = await databaseFolder()
  await chmod(closed, 0o700)
  prepared = join(closed, 'prepared')
  await (await startEmbeddedPostgres({ folder: prepared, password })).stop()
})
beforeEach(async () => {
  folder = join(closed, crypto.randomUUID(), 'postgres')
  await cp(prepared, folder, { recursive: true })
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const server of servers.splice(0)) await server.stop()
})
afterAll(() => rm(closed, { recursive: true, force: true }))

const start = async (settings?: Record<string, string>, log?: RevivalLog) => {
  const server = await startEmbeddedPostgres({ folder, password, settings, log })
  servers.push(server)
  return server
}

const ask = async <Row extends pg.QueryResultRow>(url: string, sql: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

const pidOf = async () => Number((await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')[0])
const lives = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const program = `
  import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./start.ts', import.meta.url).href)}
  const { url } = await startEmbeddedPostgres({ folder: process.argv[1], password: process.argv[2] })
  console.log(url)
  setInterval(() => {}, 1000)
`

/** Another process that starts the database and stays alive. */
const otherProcess = async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, folder, password], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [url] = await once(child.stdout, 'data')
  return { child, url: String(url).trim() }
}

test('the database is UTF-8 with a collation that no system library can change, and demands the password', async () => {
  const { url } = await start()
  const [row] = await ask(
    url,
    `select current_user, current_database(), pg_encoding_to_char(encoding) as encoding, datlocprovider, datlocale,
            current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync
     from pg_database where datname = current_database()`,
  )
  expect(row).toEqual({
    current_user: 'fornix_owner',
    current_database: 'fornix',
    encoding: 'UTF8',
    datlocprovider: 'b',
    datlocale: 'C.UTF-8',
    addresses: '127.0.0.1',
    fsync: 'on',
  })
  const wrong = new URL(url)
  wrong.password = 'wrong'
  await expect(ask(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
  expect((await stat(folder)).mode & 0o077).toBe(0)
})

test('settings reach the server, and a database that was stopped is gone and comes back with its data', async () => {
  const first = await start({ fsync: 'off' })
  expect(await ask(first.url, 'show fsync')).toEqual([{ fsync: 'off' }])
  await ask(first.url, 'create table kept as select 7 as value')
  const pid = await pidOf()
  await first.stop()
  // A process that has ended keeps its id until it is reaped.
  await expect.poll(() => lives(pid)).toBe(false)
  expect(await runningPostgres({ folder, password })).toBeNull()
  const second = await start()
  expect(await ask(second.url, 'select value from kept')).toEqual([{ value: 7 }])
  expect(await runningPostgres({ folder, password })).toBe(second.url)
})

test('a killed program leaves no database running, and what was committed is there at the next start', async () => {
  const { child, url } = await otherProcess()
  const pid = await pidOf()
  await ask(url, 'create table kept as select 7 as value')
  child.kill('SIGKILL')
  // No waiting: the next start must cope with a server that is still shutting down.
  const next = await start()
  expect(await pidOf()).not.toBe(pid)
  expect(await ask(next.url, 'select value from kept')).toEqual([{ value: 7 }])
})

test.runIf(process.platform === 'linux')('the system itself ends the database of a killed program', async () => {
  const { child } = await otherProcess()
  const pid = await pidOf()
  child.kill('SIGKILL')
  await expect.poll(() => lives(pid), { timeout: 10_000, interval: 50 }).toBe(false)
})

test('a database server that was killed itself recovers at the next start', async () => {
  const { child, url } = await otherProcess()
  await ask(url, 'create table kept as select 7 as value')
  child.kill('SIGSTOP')
  process.kill(await pidOf(), 'SIGKILL')
  child.kill('SIGKILL')
  const next = await start()
  expect(await ask(next.url, 'select value from kept')).toEqual([{ value: 7 }])
})

test('a server that dies under a running program comes back, again and again; /readyz says no meanwhile', async () => {
  const log = { error: vi.fn(), info: vi.fn() }
  const { url } = await start(undefined, log)
  const passwords = { appPassword: 'app', systemPassword: 'system' }
  await prepareRoles(url, passwords)
  const database = openDatabase(roleAddresses(url, passwords))
  const app = Fastify()
  healthRoutes(app, {
    probes: { database: database.ready },
    lostKeys: async () => [],
    space: { left: async () => undefined, low: 0 },
    clock: databaseClock(database),
    stopping: new AbortController().signal,
  })
  const ready = async () => (await app.inject('/readyz')).json()

  try {
    await ask(url, 'create table kept as select 7 as value')
    for (let time = 1; time <= 2; time++) {
      expect(await ready()).toMatchObject({ status: 'ok' })
      const pid = await pidOf()
      process.kill(pid, 'SIGKILL')
      await expect
        .poll(() => ready(), {
          timeout: 20_000,
          interval: 10,
        })
        .toMatchObject({ status: 'failing', database: 'failing' })
      await expect
        .poll(() => ready(), {
          timeout: 20_000,
          interval: 50,
        })
        .toMatchObject({ status: 'ok' })
      expect(await pidOf()).not.toBe(pid)
      expect(await ask(url, 'select value from kept')).toEqual([{ value: 7 }])
      await expect.poll(() => log.info).toHaveBeenCalledTimes(time)
    }
    expect(log.error.mock.calls.map(([{ againInMs }]) => againInMs)).toEqual([200, 400])
  } finally {
    await app.close()
    await database.close()
  }
})

test('a server that is stopped stays away, also while it is coming back', async () => {
  const log = { error: vi.fn(), info: vi.fn() }
  const server = await start(undefined, log)
  process.kill(await pidOf(), 'SIGKILL')
  await expect.poll(() => log.error).toHaveBeenCalled()
  await server.stop()
  expect(await runningPostgres({ folder, password })).toBeNull()
  expect(log.info).not.toHaveBeenCalled()
})

test('a process that has the number of a dead server by chance neither blocks the start nor is harmed', async () => {
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  children.push(stranger)
  await once(stranger, 'spawn')
  const left = [stranger.pid, join(folder, 'data'), 1, 5432, '', '127.0.0.1', '', 'ready   ', ''].join('\n')
  await writeFile(join(folder, 'data/postmaster.pid'), left, { mode: 0o600 })
  expect(await runningPostgres({ folder, password })).toBeNull()
  const { url } = await start()
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(lives(stranger.pid ?? 0)).toBe(true)
})

test('a first start that was killed halfway is begun anew', async () => {
  await rm(join(folder, 'data'), { recursive: true })
  await mkdir(join(folder, 'data.new/base'), { recursive: true })
  await writeFile(join(folder, 'data.new/PG_VERSION'), '18\n')
  const { url } = await start()
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a server that cannot start says why', async () => {
  await expect(start({ shared_buffers: 'plenty' })).rejects.toThrow(
    /did not start[\s\S]*invalid value for parameter "shared_buffers": "plenty"/,
  )
})

test("the server's own log does not repeat what people typed", async () => {
  const { url } = await start()
  await ask(url, "create table people (email text primary key); insert into people values ('ana@example.org')")
  await expect(ask(url, "insert into people values ('ana@example.org')")).rejects.toThrow('duplicate key')
  await expect(ask(url, "select 'ana@example.org'::uuid")).rejects.toThrow('invalid input syntax')
  expect(await readFile(join(folder, 'postgres.log'), 'utf8')).not.toContain('ana@example.org')
})

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'data that another user owned before becomes usable for root',
  async () => {
    execFileSync('chown', ['-R', '65534:65534', folder])
    const { url } = await start()
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  },
)
