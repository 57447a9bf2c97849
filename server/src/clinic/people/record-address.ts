import { sql } from 'kysely'
import { conflict } from '../../platform/base/errors.ts'
import { type Db, violates } from '../../platform/database/db.ts'
import { emailKey } from '../records/email-key.ts'
import { reindexPatient } from '../records/patient-record.ts'

type RecordId = { patient_id: string | null; provider_id: string | null }

/** The record's address from now on; it waits for no other. */
export const setRecordAddress = async (db: Db, { patient_id, provider_id }: RecordId, email: string) => {
  const columns = { email, email_key: emailKey(email), pending_email: '', version: sql<number>`version + 1` }
  const update = patient_id
    ? db.updateTable('patients').set(columns).where('patient_id', '=', patient_id)
    : db.updateTable('providers').set(columns).where('provider_id', '=', provider_id)
  await update.execute()
  if (patient_id) await reindexPatient(db, patient_id)
}

/** Another record of the project, not deleted, has the address; a deleted one may have any. */
export const isRecordAddressTaken = async (db: Db, { patient_id, provider_id }: RecordId, email: string) => {
  const { rows } = await sql`
    select from patients p join patients o using (project_id)
     where p.patient_id = ${patient_id} and o.patient_id <> p.patient_id and o.email_key = ${emailKey(email)}
       and p.deleted_at is null and o.deleted_at is null
    union all
    select from providers p join providers o using (project_id)
     where p.provider_id = ${provider_id} and o.provider_id <> p.provider_id and o.email_key = ${emailKey(email)}
       and p.deleted_at is null and o.deleted_at is null`.execute(db)
  return rows.length > 0
}

export const addressTakenError = (error: unknown) =>
  ['logins_email_key_key', 'patients_email', 'providers_email'].some((index) => violates(error, index))
    ? conflict('This email address belongs to another account.', 'email_taken')
    : error
