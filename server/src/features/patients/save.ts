import { sql } from 'kysely'
import { validate as isUuid, v7 as uuid } from 'uuid'
import { type Db, violates } from '../../platform/db.ts'
import { emailKey } from '../../platform/email-key.ts'
import { conflict, invalid } from '../../platform/errors.ts'
import { nameKeys, reindexPatient } from '../../platform/patient-record.ts'
import type { Caller } from '../../platform/session.ts'
import { type Changes, dayOf } from './edit.ts'
import type { PatientRecord } from './record.ts'

/** Writes what changed, with the history that it leaves. Does nothing when nothing changed. */
export const savePatient = async (db: Db, user: Caller, record: PatientRecord, changes: Changes) => {
  const { notes = [], email, dob, provider_id: _provider, physician_name: _physician, ...columns } = changes
  if (Object.keys(changes).length === 0) return
  await db
    .updateTable('patients')
    .set({
      ...columns,
      ...(dob === undefined ? {} : { dob: dayOf(dob) }),
      ...(email === undefined ? {} : { pending_email: await newAddress(db, record, email, user) }),
      ...(await physicianOf(db, changes)),
      ...nameKeys({ ...record, ...columns }),
      version: sql<number>`version + 1`,
      updated_at: sql<string>`now()`,
    })
    .where('patient_id', '=', record._id)
    .execute()
    .catch((error: unknown) => {
      if (violates(error, 'patients_mrn'))
        throw conflict('Another patient of this project has this MRN number.', 'mrn_taken')
      throw error
    })
  if (changes.first_name !== undefined || changes.last_name !== undefined || changes.mrn_number !== undefined)
    await reindexPatient(db, record._id)
  if (changes.status !== undefined || changes.status_comment !== undefined) await noteStatus(db, user, record, changes)
  if (notes.length > 0) {
    await db
      .insertInto('patient_notes')
      .values(
        notes.map((text) => ({
          patient_id: record._id,
          note_id: uuid(),
          text,
          author: user.name,
          author_id: user.person,
        })),
      )
      .execute()
  }
}

const noteStatus = (db: Db, user: Caller, record: PatientRecord, { status, status_comment }: Changes) =>
  db
    .insertInto('patient_status_history')
    .values({
      patient_id: record._id,
      change_id: uuid(),
      status: status ?? record.status,
      comment: status_comment ?? '',
      author: user.name,
    })
    .execute()

/**
 * A new address takes effect once it is confirmed from there, so that nobody takes over or locks out an account by an edit.
 * Only staff are told that it is taken: a patient would learn who else is one.
 */
const newAddress = async (db: Db, record: PatientRecord, email: string, user: Caller) => {
  if (emailKey(email) === emailKey(record.email)) return ''
  const other =
    user.role !== 'Patient' &&
    (await db
      .selectFrom('patients')
      .select('patient_id')
      .where('email_key', '=', emailKey(email))
      .where('deleted_at', 'is', null)
      .executeTakeFirst())
  if (other) throw conflict('Another patient of this project has this e-mail address.', 'email_taken')
  return email
}

/** A chosen provider decides the name; a name alone is somebody outside the portal. */
const physicianOf = async (db: Db, { provider_id, physician_name }: Changes) => {
  if (provider_id) {
    const physician = await db
      .selectFrom('providers')
      .select(['provider_id', 'first_name', 'last_name'])
      .where(isUuid(provider_id) ? 'provider_id' : 'code', '=', provider_id)
      .where('role', '=', 'Physician')
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!physician) throw invalid({ provider_id: 'Please choose a physician of this project' })
    return {
      physician_id: physician.provider_id,
      physician_name: `${physician.first_name} ${physician.last_name}`,
    }
  }
  if (provider_id === undefined && physician_name === undefined) return {}
  return { physician_id: null, physician_name: physician_name ?? '' }
}
