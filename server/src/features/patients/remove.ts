import { sql } from 'kysely'
import { endGrantsOf } from '../../clinic/people/caregivers.ts'
import { endSessionsOfRecord } from '../../clinic/people/end-access.ts'
import { requeueRecordMails, withdrawRecordMails } from '../../clinic/people/record-mails.ts'
import { accessKeyOf } from '../../clinic/records/access-mails.ts'
import { closureSeriesOf, endClosureRequest, withdrawClosureMails } from '../../clinic/records/closure-requests.ts'
import { wordsFor } from '../../clinic/records/patient-language.ts'
import { mailPatient } from '../../clinic/records/patient-mail.ts'
import { type FoundPatient, findPatient } from '../../clinic/records/patient-record.ts'
import { projectName } from '../../clinic/records/projects.ts'
import { conflict } from '../../platform/base/errors.ts'
import { type Database, type Db, violates } from '../../platform/database/db.ts'
import type { PatientId } from '../../platform/database/scope.ts'
import { todayAtSite } from '../../platform/database/sql-time.ts'
import { withdrawMails } from '../../platform/mail/outbox.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { closureDoneMail } from './closure-mail.ts'

type RemovalContext = { db: Db; database: Database; user: Caller; patient: PatientId }
type Sender = Pick<Platform, 'config' | 'mail'>
/** Cancels the visits ahead, and tells the patient. */
export type EndVisits = (sender: Sender, context: { db: Db; user: Caller; record: FoundPatient }) => Promise<void>
type Ending = Sender & { endVisits: EndVisits }

const reason = 'The record was deleted.'

/** No request finds a deleted record, so deletion alone ends sessions; this keeps a restored record from reviving them. */
const endSessions = ({ database, user, patient }: RemovalContext) =>
  database.unscoped('end the sessions of a deleted record', (db) =>
    endSessionsOfRecord(db, { project: user.project, patient }),
  )

/** Pending requests are declined and open scans closed: a restored record begins without them. */
const endAccess = async ({ db, user, patient }: RemovalContext) => {
  const { rows } = await sql<{ request_id: string }>`update access_requests
         set status = case status when 'pending' then 'declined' else 'revoked' end, decided_at = now(), decided_by = ${user.person},
             reason = ${reason}
       where patient_id = ${patient}
         and (status = 'pending' or (status = 'approved' and access_until >= ${todayAtSite}))
      returning request_id`.execute(db)
  const idempotencyKeys = rows.map(({ request_id }) => accessKeyOf('extended', request_id))
  await withdrawMails(db, { project: user.project, idempotencyKeys, reason })
}

/** The record, locked, unless it is deleted: nothing is booked meanwhile that nobody would be told of. */
const lockPatientIfNotDeleted = async (db: Db, patient: PatientId) => {
  const { rows } = await sql`
    select from patients where patient_id = ${patient} and deleted_at is null for no key update`.execute(db)
  return rows.length > 0 ? findPatient(db, patient) : null
}

/** Who asked for it learns that it is done, and so does an owner who did not ask. */
const mailAccountClosed = async ({ config, mail }: Sender, { db, user }: RemovalContext, record: FoundPatient) => {
  const to = { project: user.project, patient: record.patient }
  const closed = await endClosureRequest(db, record.patient, { state: 'done' })
  if (!closed) return
  const name = await projectName(db, user.project)
  await mailPatient(mail, db, {
    ...closureDoneMail(await wordsFor(db, to), { clinic: name, site: config.publicUrl, request: closed.request_id }),
    ...to,
    to: [record.email],
    by: { id: null, name },
    series: closureSeriesOf(record.patient),
  })
}

/** Soft-deletes; the trigger patients_released releases what is booked and was not canceled. Deleting twice is a double click. */
export const removeRecord = async ({ endVisits, ...sender }: Ending, context: RemovalContext) => {
  const { db, user, patient } = context
  const record = await lockPatientIfNotDeleted(db, patient)
  if (!record) return
  await endVisits(sender, { db, user, record })
  await marked(context, sql`now()`, sql`is null`)
  await endGrantsOf(db, { project: user.project, patient })
  await withdrawRecordMails(db, { project: user.project, patient, reason })
  await endAccess(context)
  await endSessions(context)
  await mailAccountClosed(sender, context, record)
}

export const restoreRecord = async (context: RemovalContext) => {
  await refuseMerged(context)
  await endSessions(context)
  await refuseSecond(context)
  await withdrawClosureMails(context.db, { project: context.user.project, patient: context.patient })
  await marked(context, sql`null`, sql`is not null`).catch((error: unknown) => {
    if (violates(error, 'patients_email'))
      throw conflict('Another patient in this project now has this email address.', 'email_taken')
    if (violates(error, 'patients_mrn'))
      throw conflict('Another patient in this project now has this MRN number.', 'mrn_taken')
    throw error
  })
  await requeueRecordMails(context.db, { project: context.user.project, patient: context.patient, reason })
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
