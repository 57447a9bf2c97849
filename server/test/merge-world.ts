import { compareRecords, mergeRecords, undoMerge } from '@fornix/contract'
import { movedTables } from '../src/features/record-merge/move-rows.ts'
import { tableRules } from '../src/features.ts'
import { fullRecord } from './full-record.ts'
import type { TestUser } from './given.ts'
import { type TestApp, testApp } from './harness.ts'

export type Two = { admin: TestUser; kept: TestUser; merged: TestUser }

const ofPatients = `select c.relname as name, a.attname as column from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
     and (a.attname = 'patient_id' or a.attname <> 'project_id' and exists (select from pg_constraint k
           where k.conrelid = c.oid and k.contype = 'f' and k.confrelid = 'patients'::regclass and a.attnum = any(k.conkey)))
   order by 1, 2`

/** Two records of one person and the people of their clinic, and ways to merge them and to look at what became of their rows. */
export const mergeWorld = async (running?: TestApp) => {
  const app = running ?? (await testApp())
  const { as, given, owner } = app
  const tables = await owner<{ name: string; column: string }>(ofPatients)

  const clinic = async () => {
    const admin = await given.staff('Admin')
    const nurse = await given.staff('Nurse', admin.project)
    const kept = await given.patient(admin.project)
    const merged = await given.patient(admin.project)
    return { admin, nurse, kept, merged }
  }
  const bodyFor = async ({ admin, kept, merged }: Two, more: object = {}) => {
    const pair = { params: { key: kept.code }, query: { other: merged.code } }
    const [one, two] = (await as(admin).call(compareRecords, pair)).records
    return { other: merged.code, version: one.version, other_version: two.version, reason: 'Registered twice', ...more }
  }
  const mergeNow = async (two: Two, more?: object) =>
    as(two.admin).call(mergeRecords, { params: { key: two.kept.code }, body: await bodyFor(two, more) })
  const undoing = (merge_id: string) => ({ params: { merge_id }, body: { reason: 'Two people after all' } })
  const undoNow = (admin: TestUser, merge_id: string) => as(admin).call(undoMerge, undoing(merge_id))

  /**
   * All rows of these records, in every table that knows them, and their slots, but mails about a merge; a version only grows, and what
   * ended stays ended.
   */
  const rowsOf = async (...ids: string[]) => {
    const all: Record<string, unknown[]> = {
      taken_slots: await owner(
        'select * from taken_slots join appointments using (appointment_id) where patient_id = any($1)',
        [ids],
      ),
    }
    for (const { name, column } of tables) {
      if (['audit_events', 'sessions', 'push_subscriptions', 'record_merges'].includes(name)) continue
      const rows = await owner<{ row: string }>(
        `select (to_jsonb(t) - 'version' - 'updated_at' - 'identity_changed_at')::text as row from ${name} t
          where ${column} = any($1) ${name === 'mail_outbox' ? "and idempotency_key not like 'caregiver-standing:%'" : ''} order by 1`,
        [ids],
      )
      all[`${name}.${column}`] = rows.map(({ row }) => row)
    }
    return all
  }
  const countsOf = async (id: string) => {
    const counts: Record<string, number> = {}
    for (const { table, column = 'patient_id' } of movedTables(tableRules))
      counts[table] = (await owner(`select from ${table} where ${column} = $1`, [id])).length
    return counts
  }
  return {
    ...app,
    tables,
    clinic,
    fullRecord: (patient: TestUser, nurse: TestUser) => fullRecord(app, patient, nurse),
    bodyFor,
    mergeNow,
    undoing,
    undoNow,
    rowsOf,
    countsOf,
  }
}
