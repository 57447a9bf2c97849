import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasDebianPostgres, startDebianPostgres } from '../../../test/debian-postgres.ts'
import { walWaiting } from './wal-archive.ts'

let server: Awaited<ReturnType<typeof startDebianPostgres>>
let owner: pg.Client
let anybody: pg.Client

const connect = async (user?: string) => {
  const url = new URL(server.url)
  if (user) Object.assign(url, { username: user, password: user })
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  return client
}
const waiting = async () =>
  Number((await anybody.query<{ waits: string }>(`select (${walWaiting}) as waits`)).rows[0]?.waits)
const finishSegment = async () => {
  await owner.query('create table filler (); drop table filler')
  await owner.query('select pg_switch_wal()')
}
const waitingAfterMore = async () => {
  await finishSegment()
  return waiting()
}
/** The archiver reads a new setting only when it wakes up. */
const slowly = { interval: 500, timeout: 70_000 }
const archiveBy = async (command: string) => {
  await owner.query(`alter system set archive_command = '${command}'`)
  await owner.query('select pg_reload_conf()')
}

beforeAll(async () => {
  if (!hasDebianPostgres) return
  server = await startDebianPostgres({ archive_mode: 'on' })
  owner = await connect()
  // The portal's own roles have no more rights than this one.
  await owner.query("create role anybody login password 'anybody'")
  anybody = await connect('anybody')
})
afterAll(async () => {
  await anybody?.end()
  await owner?.end()
  await server?.stop()
})

test.skipIf(!hasDebianPostgres)(
  'WAL that does not reach its archive waits until it does',
  { timeout: 150_000 },
  async () => {
    await archiveBy('/bin/true')
    await expect.poll(waitingAfterMore, slowly).toBe(0)
    await archiveBy('/bin/false')
    await expect.poll(waitingAfterMore, slowly).toBeGreaterThan(0)
    await archiveBy('/bin/true')
    await expect.poll(waitingAfterMore, slowly).toBe(0)
  },
)
