import { sql } from 'kysely'
import { conflict } from '../../platform/base/errors.ts'
import { type Db, violates } from '../../platform/database/db.ts'
import { emailKey } from '../records/email-key.ts'
import { reindexPatient } from '../records/patient-record.ts'

type RecordId = { patient_id: string | null; provider_id: string | null }

/** The record has this address from now on, and waits for no other. */
export const setRecordAddress = async (db: Db, { patient_id, provider_id }: RecordId, email: string) => {
  const columns = { email, email_key: emailKey(email), pending_email: '', version: sql<number>`version + 1` }
  const update = patient_id
    ? db.updateTable('patients').set(columns).where('patient_id', '=', patient_id)
    : db.updateTable('providers').set(columns).where('provider_id', '=', provider_id)
  await update.execute()
  if (patient_id) await reindexPatient(db, patient_id)
}

export const addressTakenError = (error: unknown) =>
  ['logins_email_key_key', 'patients_email', 'providers_email'].some((index) => violates(error, index))
    ? conflict('This email address belongs to another account.', 'email_taken')
    : error
