import { authorizationYears, dayMs } from '@fornix/contract'
import { sql } from 'kysely'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Log } from '../../platform/base/log.ts'
import type { Database } from '../../platform/database/db.ts'
import { deletionOrder } from './deletion-order.ts'
import { isOver, type PurgeThings, purging, removeStored, type TableRules } from './rules.ts'
import { tablesOfFiles } from './tables-of-files.ts'

const batch = 100

/** An authorization is kept for some years after its last day, and so is its record. */
const hasYoungForm = sql<boolean>`exists (select from form_signatures s
  where s.project_id = t.project_id and s.patient_id = t.patient_id
    and coalesce(s.expiration_date, (s.signed_at + interval '1 year')::date) > current_date - make_interval(years => ${authorizationYears}))`

type Row = { project_id: string; patient_id: string; login_id: string | null }
const due = sql`from patients t join projects j using (project_id) where ${isOver} and not ${hasYoungForm}`

/** False if somebody has restored it, or is about to, or another node removes it. */
const purgeRecord = (database: Database, ordered: readonly TableRules[], { project_id, patient_id }: Row) =>
  database.unscoped('remove a deleted record for good', async (db) => {
    const { rows } =
      await sql<Row>`select t.login_id ${due} and t.project_id = ${project_id} and t.patient_id = ${patient_id}
      for update of t skip locked`.execute(db)
    const [record] = rows
    if (!record) return false
    const caregivers = await db
      .selectFrom('caregivers')
      .select('login_id')
      .where('patient_id', '=', patient_id)
      .execute()
    await sql`update study_matching set previous_patient_id = null
      where project_id = ${project_id} and previous_patient_id = ${patient_id}`.execute(db)
    for (const { table, ofPatient } of ordered) {
      const isStored = tablesOfFiles.some((name) => name === table)
      const gone = await sql<{ storage_key: string }>`delete from ${sql.table(table)}
        where ${ofPatient?.(project_id, patient_id) ?? sql`false`} ${isStored ? sql`returning storage_key` : sql``}`.execute(
        db,
      )
      if (isStored) await removeStored(db, project_id, gone.rows)
    }
    // A login may also be a person of other projects, or a staff member.
    await sql`delete from logins l where login_id = any(${[record, ...caregivers].map(({ login_id }) => login_id)})
      and not exists (select from patients p where p.login_id = l.login_id)
      and not exists (select from providers v where v.login_id = l.login_id)
      and not exists (select from caregivers c where c.login_id = l.login_id)`.execute(db)
    await writeAudit(db, { project: project_id, patient: patient_id, action: 'patient.purge', ...purging })
    return true
  })

/** Two clocks that disagree: one of them would make old what was deleted this morning. */
const isClockRight = async (database: Database) => {
  const [row] = await database.systemQuery<{ ms: number }>('select extract(epoch from now())::float8 * 1000 as ms', [])
  return Math.abs((row?.ms ?? 0) - Date.now()) < dayMs
}

type Needs = { database: Database; log: Log; rules: readonly TableRules[]; purges: readonly PurgeThings[] }

/** Removes for good what was deleted longer ago than its project keeps it; one record at a time, on any number of nodes. */
export const purgeDeleted = async ({ database, log, rules, purges }: Needs, stopping?: AbortSignal) => {
  let records = 0
  if (!(await isClockRight(database))) {
    log.error({ alert: 'retention' }, 'the clock of the database is not that of this machine; nothing is removed')
    return { records, things: 0 }
  }
  const { rows, ordered } = await database.unscoped('find deleted records', async (db) => ({
    rows: (await sql<Row>`select t.project_id, t.patient_id ${due} order by t.deleted_at`.execute(db)).rows,
    ordered: await deletionOrder(db, rules),
  }))
  for (const row of rows) {
    stopping?.throwIfAborted()
    try {
      if (await purgeRecord(database, ordered, row)) records++
    } catch (err) {
      log.error({ alert: 'retention', err }, 'a deleted record could not be removed; the others are')
    }
  }
  let things = 0
  for (const purge of purges)
    for (let some = batch; some >= batch; things += some) {
      stopping?.throwIfAborted()
      some = await database.unscoped('remove deleted things for good', (db) => purge(db, batch))
    }
  if (records + things > 0) log.info({ records, things }, 'deleted records removed for good')
  return { records, things }
}
