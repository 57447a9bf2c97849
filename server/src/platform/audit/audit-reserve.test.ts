import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { writeAudit } from './audit.ts'
import { reserveAuditSpace } from './audit-reserve.ts'
import { sealAudit } from './audit-seal.ts'

const { database, owner, given } = await testApp()

const eventsWritten = async () => {
  const [row] = await owner<{ count: number }>('select count(*)::int as count from audit_events')
  return row?.count
}
const pages = () =>
  owner<{ name: string; bytes: number }>(
    `select relname as name, pg_relation_size(oid)::int as bytes from pg_class
      where oid = 'audit_events'::regclass or oid in (select indexrelid from pg_index where indrelid = 'audit_events'::regclass)
      order by 1`,
  )
const write = async (project: string, events: number) => {
  await database.unscoped('as a busy clinic does', async (db) => {
    const row = { project, actor: null, role: 'system', patient: null, request: 'a-request' } as const
    for (let n = 0; n < events; n++) await writeAudit(db, { ...row, action: 'patient.read', object: `object-${n}` })
  })
  await sealAudit(database)
}

/** What the job and autovacuum do. Index pages are freed only when no older transaction is running, in other databases either. */
const anHour = async () => {
  await reserveAuditSpace(database, 2000)
  for (const statement of ['vacuum audit_events', 'select txid_current()', 'vacuum audit_events'])
    await owner(statement)
}
/** Whether this many more events need another page on disk. */
const grows = async (project: string, events: number) => {
  const [before, written] = [await pages(), (await eventsWritten()) ?? 0]
  await write(project, events)
  expect(await eventsWritten()).toBe(written + events)
  return !isDeepStrictEqual(await pages(), before)
}

test('as many events as were reserved for are written and sealed without one more page on the disk', async () => {
  const project = await given.project()
  let stillGrows = true
  for (let hour = 0; stillGrows && hour < 10; hour++) {
    await anHour()
    stillGrows = await grows(project, 500)
  }
  expect(stillGrows).toBe(false)
  expect(await grows(project, 4000)).toBe(true)
})

test('what was reserved is nobody’s event', async () => {
  const written = await eventsWritten()
  await reserveAuditSpace(database, 100)
  expect(await eventsWritten()).toBe(written)
})
