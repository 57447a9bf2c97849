import { sql } from 'kysely'
import { endGrantsOf } from '../../clinic/people/caregivers.ts'
import { settleClosure } from '../../clinic/records/closure-requests.ts'
import { conflict } from '../../platform/base/errors.ts'
import { type Database, type Db, violates } from '../../platform/database/db.ts'
import type { PatientId } from '../../platform/database/scope.ts'
import { todayAtSite } from '../../platform/database/sql-time.ts'
import { endSessionsOfRecord } from '../../platform/sessions/session-family.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'

type RemovalContext = { db: Db; database: Database; user: Caller; patient: PatientId }

/** Every request reads the living record, so deletion alone ends sessions; this keeps a restored record from reviving them. */
const endSessions = ({ database, user, patient }: RemovalContext) =>
  database.unscoped('end the sessions of a deleted record', (db) =>
    endSessionsOfRecord(db, { project: user.project, patient }),
  )

/** Pending requests are declined and open scans closed: a restored record begins without them. */
const endAccess = ({ db, user, patient }: RemovalContext) =>
  sql`update access_requests
         set status = case status when 'pending' then 'declined' else 'revoked' end, decided_at = now(), decided_by = ${user.person},
             reason = 'The record was deleted.'
       where patient_id = ${patient}
         and (status = 'pending' or (status = 'approved' and access_until >= ${todayAtSite}))`.execute(db)

/** Soft-deletes; the trigger patients_released releases upcoming appointments. Deleting twice is a double click. */
export const removeRecord = async (context: RemovalContext) => {
  const deleted = await marked(context, sql`now()`, sql`is null`)
  if (!deleted) return
  await endGrantsOf(context.db, { project: context.user.project, patient: context.patient })
  await endAccess(context)
  await endSessions(context)
  await settleClosure(context.db, context.patient, { state: 'done' })
}

export const restoreRecord = async (context: RemovalContext) => {
  await refuseMerged(context)
  await endSessions(context)
  await refuseSecond(context)
  await marked(context, sql`null`, sql`is not null`).catch((error: unknown) => {
    if (violates(error, 'patients_email'))
      throw conflict('Another patient in this project now has this email address.', 'email_taken')
    if (violates(error, 'patients_mrn'))
      throw conflict('Another patient in this project now has this MRN number.', 'mrn_taken')
    throw error
  })
}

const marked = async ({ db, patient }: RemovalContext, at: ReturnType<typeof sql>, before: ReturnType<typeof sql>) => {
  const { rows } = await sql`
    update patients set deleted_at = ${at}, version = version + 1, updated_at = now()
     where patient_id = ${patient} and deleted_at ${before} returning patient_id`.execute(db)
  return rows.length > 0
}

/** A deleted patient may have been invited again, under a different address, and have signed up as the same person. */
const refuseSecond = async ({ db, patient }: RemovalContext) => {
  const { rows } = await sql`
    select from patients d join patients p on p.login_id = d.login_id and p.deleted_at is null and p.patient_id <> d.patient_id
     where d.patient_id = ${patient}`.execute(db)
  if (rows.length > 0) throw conflict('This person now has another record in this project.', 'login_taken')
}

/** What was attached to it is elsewhere: it returns with that, or not at all. */
const refuseMerged = async ({ db, patient }: RemovalContext) => {
  const { rows } = await sql<{ code: string }>`
    select p.code from record_merges m join patients p on p.patient_id = m.patient_id
     where m.merged_id = ${patient} and m.undone_at is null`.execute(db)
  if (rows[0]) throw conflict(`This record was merged into ${rows[0].code}. Undo the merge instead.`, 'merged')
}
