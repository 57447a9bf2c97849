import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { testPasswords } from '../../../test/passwords.ts'
import { queriesSent } from '../base/signals.ts'
import { roleAddresses } from './addresses.ts'
import { openConnection } from './connection.ts'
import { type Db, openDatabase } from './db.ts'
import { keptStatements, openStatements } from './prepared.ts'
import { projectId, setScope, staffScope } from './scope.ts'

const { database, owner, url, drop } = await testDatabase()
const sockets: Socket[] = []
let silent = false

/** A proxy to the database that can go silent, like a machine that hangs. */
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
// Long enough for a query that is answered on a machine that pauses.
const hanging = openDatabase({ ...roleAddresses(beside, testPasswords), systemConnections: 2, queryTimeoutMs: 2000 })

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
    // The connection's end arrives while it is idle.
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
  // What a standby says for every transaction.
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

const openOne = () => openDatabase({ ...roleAddresses(url, testPasswords), systemConnections: 1, appConnections: 1 })
type Prepared = { statement: string }
const preparedNow = 'select statement from pg_prepared_statements'
const words = ['begin', 'commit']
const preparedOn = async (one: typeof database) =>
  (await one.systemQuery<Prepared>(preparedNow, [])).map(({ statement }) => statement)
const plusOne = 'select 1 + $1::int as m'
const times = (one: typeof database, n: number) =>
  one.unscoped('test', async (db) => (await sql<{ n: number }>`select ${n}::int as n`.execute(db)).rows)

test('a statement is prepared when it comes again, once on its connection, in a transaction and out of it', async () => {
  const one = openOne()
  for (const n of [1, 2, 3]) {
    expect(await times(one, n)).toEqual([{ n }])
    expect(await one.systemQuery(plusOne, [n])).toEqual([{ m: n + 1 }])
    const prepared = n === 1 ? [] : ['select $1::int as n', plusOne]
    expect((await preparedOn(one)).filter((text) => ![...words, preparedNow].includes(text))).toEqual(prepared)
  }
  await one.close()
})

test('what begins a transaction, sets its scope and ends it is prepared, too', async () => {
  const one = openOne()
  const scope = staffScope(projectId('01930000-0000-7000-8000-0000000000ac'))
  const prepared = () =>
    one.scoped(scope, async (db) => (await sql<Prepared>`${sql.raw(preparedNow)}`.execute(db)).rows)
  await prepared()
  await prepared()
  const statements = (await prepared()).map(({ statement }) => statement)
  expect(statements).toEqual(expect.arrayContaining([...words, setScope]))
  await one.close()
})

test('a connection keeps so many statements prepared and no more: those that were used last', async () => {
  const one = openOne()
  const textOf = (n: number) => `select ${n} as n`
  for (let n = 0; n < keptStatements + 20; n++)
    for (const _ of [1, 2]) expect(await one.systemQuery(textOf(n), [])).toEqual([{ n }])
  const prepared = await preparedOn(one)
  expect(prepared).toHaveLength(keptStatements)
  expect([prepared.includes(textOf(19)), prepared.includes(textOf(20))]).toEqual([false, true])
  expect(await one.systemQuery(textOf(0), [])).toEqual([{ n: 0 }])
  await one.close()
})

test('where a pooler makes a connection forget, statements go on, and nothing is prepared any more', async () => {
  const one = openOne()
  for (const n of [1, 2]) await times(one, n)
  await one.systemQuery('deallocate all', [])
  expect(await times(one, 3)).toEqual([{ n: 3 }])
  for (const n of [4, 5, 6]) await times(one, n)
  expect(await preparedOn(one)).toEqual([])
  await one.close()
})

test('a statement that fails each time stays prepared, and the others with it', async () => {
  const one = openOne()
  const ratio = (n: number) => one.systemQuery('select 6 / $1::int as n', [n])
  for (const n of [0, 0, 0]) await expect(ratio(n)).rejects.toMatchObject({ code: '22012' })
  for (const n of [1, 2, 3]) expect(await ratio(n)).toEqual([{ n: 6 / n }])
  await expect(ratio(0)).rejects.toMatchObject({ code: '22012' })
  expect(await preparedOn(one)).toEqual(['select 6 / $1::int as n'])
  await one.close()
})

test('a migration that changes a table under a running program costs a retry, and nothing is done twice', async () => {
  await owner('create table changing (n int); grant select, insert on changing to fornix_app, fornix_system')
  const project = projectId('01930000-0000-7000-8000-0000000000aa')
  const insertThenRead = (one: typeof database, n: number) =>
    one.scoped(staffScope(project), async (db) => {
      await sql`insert into changing (n) values (${n})`.execute(db)
      return (await sql`select * from changing order by n desc limit 1`.execute(db)).rows
    })
  const one = openOne()
  for (const n of [1, 2, 3]) {
    expect(await insertThenRead(one, n)).toEqual([{ n }])
    expect(await one.systemQuery('select * from changing limit 1', [])).toEqual([{ n: 1 }])
  }
  await owner(`alter table changing add column note text default 'new'`)
  expect(await insertThenRead(one, 4)).toEqual([{ n: 4, note: 'new' }])
  expect(await one.systemQuery('select * from changing limit 1', [])).toEqual([{ n: 1, note: 'new' }])
  expect(await owner('select n from changing order by n')).toEqual([1, 2, 3, 4].map((n) => ({ n })))
  await one.close()
})

const counted = new AsyncLocalStorage<true>()
/** How many messages the work takes, without those of earlier test files in this process. */
const messagesOf = async (work: () => Promise<unknown>) => {
  let count = 0
  const stop = queriesSent.subscribe(() => counted.getStore() && count++)
  await counted.run(true, work).finally(stop)
  return count
}

test('what is asked before anybody waits is one message: begin, scope and first queries; audit row and commit', async () => {
  const scope = staffScope(projectId('01930000-0000-7000-8000-0000000000aa'))
  const closing = (db: Db) => [sql`select 'closing'`.compile(db)]
  const one = (db: Db) => sql`select 1`.execute(db)
  expect(await messagesOf(() => database.scoped(scope, one, closing))).toBe(2)
  expect(await messagesOf(() => database.scoped(scope, (db) => Promise.all([one(db), one(db)]), closing))).toBe(2)
  expect(await messagesOf(() => database.scoped(scope, async () => {}, closing))).toBe(1)
  const refused = () => database.scoped(scope, () => Promise.reject(new Error('no'))).catch(() => {})
  expect(await messagesOf(refused)).toBe(0)
  expect(await messagesOf(() => database.systemQuery('select 1', []))).toBe(1)
})

test('a read that ends with its last query is one message, with the closing statement; nothing is asked behind it', async () => {
  await owner('create table closed (text text); grant select, insert on closed to fornix_app, fornix_system')
  const scope = staffScope(projectId('01930000-0000-7000-8000-0000000000aa'))
  const closing = (db: Db) => [sql`insert into closed values ('read')`.compile(db)]
  const ended = (query: string, behind?: string) =>
    database.scoped(
      scope,
      async (db, commitWithNext) => {
        commitWithNext()
        const { rows } = await sql.raw(query).execute(db)
        if (behind) await sql.raw(behind).execute(db)
        return rows
      },
      closing,
    )
  expect(await messagesOf(async () => expect(await ended('select 1 as one')).toEqual([{ one: 1 }]))).toBe(1)
  expect(await owner('select * from closed')).toHaveLength(1)
  await expect(ended('select 1/0')).rejects.toMatchObject({ code: '22012' })
  expect(await owner('select * from closed')).toHaveLength(1)
  await expect(ended('select 1', 'select 2')).rejects.toThrow('The transaction is over')
})

test('of statements in one message the first that fails takes along those before and behind it, and the commit', async () => {
  await owner('create table whole (text text unique); grant select, insert on whole to fornix_app, fornix_system')
  const add = (db: Db, text: string) => sql`insert into whole values (${text})`.execute(db)
  const scope = staffScope(projectId('01930000-0000-7000-8000-0000000000aa'))
  const both = (texts: string[]) => database.scoped(scope, (db) => Promise.all(texts.map((text) => add(db, text))))
  await expect(both(['a', 'a', 'b'])).rejects.toMatchObject({ code: '23505' })
  const closing = (db: Db) => [sql`insert into whole select 1/0`.compile(db)]
  await expect(database.scoped(scope, (db) => add(db, 'c'), closing)).rejects.toMatchObject({ code: '22012' })
  expect(await owner('select * from whole')).toEqual([])
  await both(['a', 'b'])
  expect(await owner('select * from whole order by 1')).toEqual([{ text: 'a' }, { text: 'b' }])
})

test('what is asked while `begin` is out waits for it: where that fails, nothing is done outside a transaction', async () => {
  await owner('create table asked_early (n int)')
  const client = new pg.Client({ connectionString: url, ...{ pipeline: true } })
  await client.connect()
  const connection = openConnection(client, openStatements(), [{ text: 'begin isolation level none', values: [] }])
  const first = connection.query('select 1', [])
  await new Promise((resolve) => process.nextTick(resolve))
  const second = connection.query('insert into asked_early values (1)', [])
  expect((await Promise.allSettled([first, second])).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await connection.rollback()
  expect(await owner('select n from asked_early')).toEqual([])
  await client.end()
})

test('a transaction that is over answers nothing: its connection is somebody else’s', async () => {
  const kept: Db[] = []
  await database.unscoped('test', async (db) => kept.push(db))
  for (const db of kept) await expect(sql`select 1`.execute(db)).rejects.toThrow('The transaction is over')
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
