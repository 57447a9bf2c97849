import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { testPasswords } from '../../../test/passwords.ts'
import { roleAddresses } from './addresses.ts'
import { type Db, openDatabase, planned } from './db.ts'
import { projectId, staffScope } from './scope.ts'

const { database, owner, url, drop } = await testDatabase()
const sockets: Socket[] = []
let silent = false

/** A way to the database that can fall silent, as a machine does that hangs. */
const way = createServer((from) => {
  const to = connect(Number(new URL(url).port), '127.0.0.1')
  sockets.push(from, to)
  for (const [one, other] of [
    [from, to],
    [to, from],
  ] as const)
    one
      .on('error', () => {})
      .on('data', (bytes) => silent || other.write(bytes))
      .on('close', () => other.destroy())
})
way.listen(0, '127.0.0.1')
await once(way, 'listening')
const at = way.address()
const beside = Object.assign(new URL(url), { port: String(typeof at === 'object' && at?.port) }).href
const hanging = openDatabase({ ...roleAddresses(beside, testPasswords), systemConnections: 2, patienceMs: 300 })

afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  way.close()
  await hanging.close()
  await drop()
})

const unavailable = { status: 503, code: 'unavailable' }

test('a connection that breaks while its transaction does something else is a 503 of that request and no more', async () => {
  const work = database.unscoped('test', async (db) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    await owner('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
    // The end of the connection arrives while nobody asks anything of it.
    await database.systemQuery('select 1', [])
    return sql`select 1`.execute(db)
  })
  await expect(work).rejects.toMatchObject(unavailable)
  await expect(database.systemQuery('select 1 as one', [])).resolves.toEqual([{ one: 1 }])
})

test('a database that hangs is a 503 in time, in a transaction and out of it, and is used again when it answers', async () => {
  const ask = () => hanging.systemQuery('select 1 as one', [])
  await expect(ask()).resolves.toEqual([{ one: 1 }])
  await expect(
    hanging.unscoped('test', async (db) => {
      await sql`select 1`.execute(db)
      silent = true
      return sql`select 1`.execute(db)
    }),
  ).rejects.toMatchObject(unavailable)
  silent = false
  await expect(ask()).resolves.toEqual([{ one: 1 }])
  silent = true
  await expect(ask()).rejects.toMatchObject(unavailable)
  silent = false
  await expect(ask()).resolves.toEqual([{ one: 1 }])
})

test('a connection to a server that became a standby is a 503 of one request, and is not used again', async () => {
  const one = openDatabase({ ...roleAddresses(url, testPasswords), systemConnections: 1, appConnections: 1 })
  // What a standby says to every transaction.
  const demote = 'set default_transaction_read_only = on'
  const write = () => one.unscoped('test', (db) => sql`update projects set name = name`.execute(db))
  await one.systemQuery(demote, [])
  await expect(write()).rejects.toMatchObject(unavailable)
  await expect(write()).resolves.toBeDefined()

  await one.systemQuery(demote, [])
  await expect(one.ready()).rejects.toMatchObject(unavailable)
  await expect(one.ready()).resolves.toBeUndefined()
  await one.scoped(staffScope(projectId('01930000-0000-7000-8000-0000000000ab')), (db) => sql.raw(demote).execute(db))
  await expect(one.ready()).rejects.toMatchObject(unavailable)
  await expect(one.ready()).resolves.toBeUndefined()
  await one.close()
})

const preparedNames = (one: typeof database) =>
  one.systemQuery<{ name: string }>('select name from pg_prepared_statements', [])
const lookUps = async (one: typeof database, n: number) => {
  expect(await one.unscoped('test', (db) => planned(db, sql`select ${n}::int as n`))).toEqual([{ n }])
  expect(await one.systemQuery('select 1 + $1::int as m', [n], true)).toEqual([{ m: n + 1 }])
}

test('a look-up is prepared once on its connection', async () => {
  const one = openDatabase({ ...roleAddresses(url, testPasswords), systemConnections: 1 })
  for (const n of [1, 2]) await lookUps(one, n)
  expect(await preparedNames(one)).toHaveLength(2)
  await one.close()
})

test('where a pooler makes a connection forget, look-ups go on, and nothing is prepared any more', async () => {
  const one = openDatabase({ ...roleAddresses(url, testPasswords), systemConnections: 1 })
  await lookUps(one, 1)
  await one.systemQuery('deallocate all', [])
  await lookUps(one, 2)
  await lookUps(one, 3)
  expect(await preparedNames(one)).toEqual([])
  await one.close()
})

test('a statement that failed and was swallowed spoils its transaction: nothing is reported as written', async () => {
  await owner('create table spoiled (text text); grant select, insert on spoiled to fornix_app, fornix_system')
  const project = projectId('01930000-0000-7000-8000-0000000000aa')
  const swallowing = async (db: Db) => {
    await sql`insert into spoiled values ('lost')`.execute(db)
    await sql`select 1/0`.execute(db).catch(() => {})
    return 'done'
  }
  await expect(database.scoped(staffScope(project), swallowing)).rejects.toThrow('rolled back')
  await expect(database.unscoped('test', swallowing)).rejects.toThrow('rolled back')
  expect(await owner('select * from spoiled')).toEqual([])
  await expect(database.scoped(staffScope(project), async () => 'fine')).resolves.toBe('fine')
})
