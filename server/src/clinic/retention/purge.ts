import { authorizationYears, retentionPauseDays } from '@fornix/contract'
import { sql } from 'kysely'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Log } from '../../platform/base/log.ts'
import type { Database, Db } from '../../platform/database/db.ts'
import { tablesOfFiles } from '../../platform/files/orphans.ts'
import { belongings } from './what-belongs.ts'

const batch = 100

/** The project's period has passed since `deleted_at` of t, and the period is not one of the last weeks. */
const isOver = sql<boolean>`t.deleted_at <= now() - make_interval(years => j.retention_years)
  and j.retention_set_at <= now() - make_interval(days => ${retentionPauseDays})`
/** An authorization is kept for some years after its last day, and the record that it belongs to with it. */
const hasYoungForm = sql<boolean>`exists (select from form_signatures s
  where s.project_id = t.project_id and s.patient_id = t.patient_id
    and coalesce(s.expiration_date, (s.signed_at + interval '1 year')::date) > current_date - make_interval(years => ${authorizationYears}))`

type Row = { project_id: string; patient_id: string; login_id: string | null }
const due = sql`from patients t join projects j using (project_id) where ${isOver} and not ${hasYoungForm}`

const said = { actor: null, role: 'system', request: 'retention' } as const

const forgetFiles = async (db: Db, project: string, keys: { storage_key: string }[]) => {
  if (keys.length === 0) return
  await sql`insert into file_removals (project_id, storage_key)
    select ${project}, key from unnest(${keys.map(({ storage_key }) => storage_key)}::text[]) key`.execute(db)
}

/** False when somebody has restored it, or is about to, or another node removes it. */
const purgeRecord = (database: Database, { project_id, patient_id }: Row) =>
  database.unscoped('remove a deleted record for good', async (db) => {
    const { rows } =
      await sql<Row>`select t.login_id ${due} and t.project_id = ${project_id} and t.patient_id = ${patient_id}
      for update of t skip locked`.execute(db)
    const [record] = rows
    if (!record) return false
    await sql`update study_matching set previous_patient_id = null
      where project_id = ${project_id} and previous_patient_id = ${patient_id}`.execute(db)
    for (const [table, condition] of belongings(project_id, patient_id)) {
      const isStored = tablesOfFiles.some((name) => name === table)
      const gone = await sql<{ storage_key: string }>`delete from ${sql.table(table)} where ${condition}
        ${isStored ? sql`returning storage_key` : sql``}`.execute(db)
      if (isStored) await forgetFiles(db, project_id, gone.rows)
    }
    // A login may be a person of other projects, or of the staff.
    await sql`delete from logins l where login_id = ${record.login_id}
      and not exists (select from patients p where p.login_id = l.login_id)
      and not exists (select from providers v where v.login_id = l.login_id)`.execute(db)
    await writeAudit(db, { project: project_id, patient: patient_id, action: 'patient.purge', ...said })
    return true
  })

type Thing = { project_id: string; patient_id: string; id: string; storage_key?: string }
const tell = async (db: Db, action: string, things: Thing[]) => {
  for (const { project_id, patient_id, id } of things)
    await writeAudit(db, { project: project_id, patient: patient_id, object: id, action, ...said })
}

/** Requests and files that were deleted in records that live on. What an email took along is kept with the email. */
const purgeThings = (database: Database) =>
  database.unscoped('remove deleted documents and requests for good', async (db) => {
    const requests = await sql<
      Thing & { file_id: string }
    >`select t.project_id, t.patient_id, t.reimbursement_id as id, t.file_id
      from reimbursements t join projects j using (project_id) where ${isOver} limit ${batch} for update of t skip locked`.execute(
      db,
    )
    const ids = requests.rows.map(({ id }) => id)
    for (const table of ['reimbursement_history', 'reimbursements'])
      await sql`delete from ${sql.table(table)} where project_id = any(${requests.rows.map(({ project_id }) => project_id)}::uuid[])
        and reimbursement_id = any(${ids}::uuid[])`.execute(db)
    await tell(db, 'reimbursement.purge', requests.rows)
    // The last receipt of a request is not deleted with it, but has nobody left who could open it.
    await sql`update files set deleted_at = '-infinity' where deleted_at is null and kind = 'reimbursement'
      and project_id = any(${requests.rows.map(({ project_id }) => project_id)}::uuid[])
      and file_id = any(${requests.rows.map(({ file_id }) => file_id)}::uuid[])`.execute(db)

    const files = await sql<Required<Thing>>`with gone as (
        select t.project_id, t.file_id from files t join projects j using (project_id)
         where ${isOver} and t.kind <> 'authorization_form'
           and not exists (select from reimbursements r where r.project_id = t.project_id and r.file_id = t.file_id)
           and not exists (select from mail_attachments a where a.project_id = t.project_id and a.file_id = t.file_id)
         limit ${batch} for update of t skip locked)
      delete from files f using gone g where (f.project_id, f.file_id) = (g.project_id, g.file_id)
      returning f.project_id, f.patient_id, f.file_id as id, f.storage_key`.execute(db)
    for (const file of files.rows) await forgetFiles(db, file.project_id, [file])
    await tell(db, 'document.purge', files.rows)
    return requests.rows.length + files.rows.length
  })

const dayMs = 86_400_000

/** Two clocks that disagree: one of them would make old what was deleted this morning. */
const isClockRight = async (database: Database) => {
  const [row] = await database.systemQuery<{ ms: number }>('select extract(epoch from now())::float8 * 1000 as ms', [])
  return Math.abs((row?.ms ?? 0) - Date.now()) < dayMs
}

/** Removes for good what was deleted longer ago than its project keeps it; a record at a time, on as many nodes as there are. */
export const purgeDeleted = async ({ database, log }: { database: Database; log: Log }, stopping?: AbortSignal) => {
  let records = 0
  if (!(await isClockRight(database))) {
    log.error({ alert: 'retention' }, 'the clock of the database is not that of this machine; nothing is removed')
    return { records, things: 0 }
  }
  const { rows } = await database.unscoped('find deleted records', (db) =>
    sql<Row>`select t.project_id, t.patient_id ${due} order by t.deleted_at`.execute(db),
  )
  for (const row of rows) {
    stopping?.throwIfAborted()
    try {
      if (await purgeRecord(database, row)) records++
    } catch (err) {
      log.error({ alert: 'retention', err }, 'a deleted record could not be removed; the others are')
    }
  }
  let things = 0
  for (let some = batch; some >= batch; things += some) {
    stopping?.throwIfAborted()
    some = await purgeThings(database)
  }
  if (records + things > 0) log.info({ records, things }, 'deleted records removed for good')
  return { records, things }
}
