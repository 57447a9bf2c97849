import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { changedEmail, type Editor } from '../../clinic/people/email-change.ts'
import { chosenPhysician, restoredPhysician } from '../../clinic/records/chosen-physician.ts'
import { emailKey } from '../../clinic/records/email-key.ts'
import { nameKeys } from '../../clinic/records/patient-record.ts'
import { fieldTakenError } from '../../platform/base/errors.ts'
import { type Db, violates } from '../../platform/database/db.ts'
import type { Platform } from '../../platform.ts'
import { type Changes, dayOf } from './edit.ts'
import type { PatientRecord } from './record.ts'

type Sender = Pick<Platform, 'config' | 'mail' | 'rateLimits'>
/** `isUndo`: the values are those from before the newest change. */
type Writer = Editor & { isUndo: boolean }

const correctionMinutes = 15

const searched = ['first_name', 'last_name', 'mrn_number', 'mobile_number', 'dob', 'email'] as const
/** Whether the search words have to be rebuilt. */
export const areSearched = (changes: Changes) => searched.some((name) => changes[name] !== undefined)

/** Queries what a change depends on. The result writes it, with its history, all in one message; nothing if nothing changed. */
export const prepareSave = async (sender: Sender, db: Db, editor: Writer, record: PatientRecord, changes: Changes) => {
  const { user } = editor
  const { notes = [], email, dob, provider_id: _provider, physician_name: _physician, ...columns } = changes
  if (Object.keys(changes).length === 0) return async () => {}
  const update = db
    .updateTable('patients')
    .set({
      ...columns,
      ...(dob === undefined ? {} : { dob: dayOf(dob) }),
      ...(email === undefined ? {} : await newAddress(sender, db, record, email, editor)),
      ...(await physicianOf(db, changes, editor.isUndo)),
      ...nameKeys({ ...record, ...columns }),
      version: sql<number>`version + 1`,
      updated_at: sql<string>`now()`,
    })
    .where('patient_id', '=', record._id)
  const hasStatus = changes.status !== undefined || changes.status_comment !== undefined
  const added = notes.map((text) => ({
    patient_id: record._id,
    note_id: uuid(),
    text,
    author: user.name,
    author_id: user.person,
  }))
  return async () => {
    try {
      await Promise.all([
        update.execute(),
        hasStatus && noteStatus(db, editor, record, changes).execute(),
        added.length > 0 && db.insertInto('patient_notes').values(added).execute(),
      ])
    } catch (error) {
      if (violates(error, 'patients_mrn'))
        throw fieldTakenError('mrn_number', 'Another patient in this project has this MRN number.', 'mrn_taken')
      throw error
    }
  }
}

const noteStatus = (db: Db, editor: Writer, record: PatientRecord, { status, status_comment }: Changes) =>
  db.insertInto('patient_status_history').values({
    patient_id: record._id,
    change_id: uuid(),
    status: status ?? record.status,
    comment: status_comment ?? '',
    author: editor.user.name,
    ...(status !== undefined && { undoes: undoneStep(editor, record, status) }),
  })

/** The newest step, if it is undone, or if its author soon restores the previous status. */
const undoneStep = ({ user, isUndo }: Writer, record: PatientRecord, status: string) =>
  sql<string | null>`(
    select change_id
      from (select change_id, author, created_at, lead(status) over (order by change_id desc) as status_before
              from patient_status_history where patient_id = ${record._id} order by change_id desc limit 1) newest
     where ${isUndo} or newest.author = ${user.name} and newest.status_before = ${status}
           and newest.created_at > now() - make_interval(mins => ${correctionMinutes}))`

/** Only staff are told that an address is taken: a patient would learn who else is one. */
const newAddress = async (sender: Sender, db: Db, record: PatientRecord, email: string, editor: Editor) => {
  const { user } = editor
  const other =
    user.role !== 'Patient' &&
    (await db
      .selectFrom('patients')
      .select('patient_id')
      .where('email_key', '=', emailKey(email))
      .where('patient_id', '!=', record._id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst())
  if (other) throw fieldTakenError('email', 'Another patient in this project has this email address.', 'email_taken')
  return changedEmail(sender, db, { project: user.project, table: 'patients', id: record._id }, email, editor)
}

const physicianOf = (db: Db, { provider_id, physician_name }: Changes, isUndo: boolean) => {
  if (provider_id === undefined && physician_name === undefined) return undefined
  // A choice that was cleared is not made again from the name.
  if (isUndo || provider_id === '') return restoredPhysician(db, provider_id ?? '', physician_name ?? '')
  return chosenPhysician(db, 'provider_id', provider_id, physician_name)
}
