import type { PatientInvite } from '@fornix/contract'
import { sql } from 'kysely'
import { invitePatient, isBlockedForPatients, limitInvitations } from '../../clinic/people/invitations.ts'
import { chosenPhysician, isPhysicianName } from '../../clinic/records/chosen-physician.ts'
import { emailKey } from '../../clinic/records/email-key.ts'
import { addPatient } from '../../clinic/records/patient-record.ts'
import { wireBirthDate } from '../../clinic/records/record-sql.ts'
import { joined } from '../../clinic/records/search-words.ts'
import { ApiError, conflict, fieldTakenError, invalidFieldsError } from '../../platform/base/errors.ts'
import type { AuditNote } from '../../platform/calls/route.ts'
import { type Db, violates } from '../../platform/database/db.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'

type Sender = Pick<Platform, 'config' | 'mail' | 'rateLimits'>

type Inviting = { db: Db; user: Caller; audit: AuditNote; body: PatientInvite }

/**
 * Creates an invited patient's record and mails the link; an earlier invitee gets a new link and keeps the record.
 * A physician is added to it if it has none.
 */
export const invite = async (sender: Sender, { db, user, audit, body: sent }: Inviting) => {
  if (await isBlockedForPatients(db, user.project, sent.email))
    throw invalidFieldsError({ email: 'Invalid email format' })
  // The clinic's data about a person overrides what somebody typed; the sessions that the row had opened are deleted with it.
  await db.deleteFrom('registrations').where('email_key', '=', emailKey(sent.email)).execute()
  const existing = await db
    .selectFrom('patients as p')
    .select(['patient_id', 'code', 'email', 'first_name', 'last_name', 'mrn_number', 'login_id'])
    .select(['physician_id', 'physician_name', wireBirthDate.as('born')])
    .where('email_key', '=', emailKey(sent.email))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (existing?.login_id) throw conflict('A patient with this email address is registered already.', 'registered')
  audit.patient = existing?.patient_id
  if (existing && !isSamePerson(existing, sent)) throw addressOfAnother(existing)
  const { patient_id, code } = existing ?? (await addInvitedPatient(db, user, sent))
  audit.patient = patient_id
  const name = existing ? `${existing.first_name} ${existing.last_name}` : `${sent.firstName} ${sent.lastName}`
  const to = { project: user.project, patient: patient_id, name, email: existing?.email ?? sent.email }
  await limitInvitations(sender, user.project, to.email)
  await invitePatient(sender, db, to, { by: { id: user.person, name: user.name } })
  return { patient_id: code, ...(existing && (await keepPhysician(db, existing, sent))) }
}

type Assigned = { patient_id: string; physician_id: string | null; physician_name: string }

/** A resent invitation shows nothing of the record, so it does not replace a physician chosen there. */
const keepPhysician = async (db: Db, existing: Assigned, sent: PatientInvite) => {
  const chosen = await chosenPhysician(db, 'providerId', sent.providerId, sent.physicianName)
  if (!chosen.physician_name) return {}
  const isUnlinked = existing.physician_id === null && isPhysicianName(existing.physician_name, chosen.physician_name)
  if (!existing.physician_name || (chosen.physician_id && isUnlinked)) {
    await db
      .updateTable('patients')
      .set({ ...chosen, version: sql<number>`version + 1`, updated_at: sql<string>`now()` })
      .where('patient_id', '=', existing.patient_id)
      .execute()
    return {}
  }
  const isSame =
    chosen.physician_id === existing.physician_id &&
    (existing.physician_id !== null || joined(chosen.physician_name) === joined(existing.physician_name))
  return isSame ? {} : { physician_kept: existing.physician_name }
}

type Existing = { code: string; first_name: string; last_name: string; mrn_number: string; born: string | null }

const isSamePerson = (existing: Existing, { firstName, lastName, mrnNumber }: PatientInvite) =>
  joined(`${existing.first_name} ${existing.last_name}`) === joined(`${firstName} ${lastName}`) &&
  (mrnNumber === undefined || mrnNumber === existing.mrn_number)

/** The error shows a record, so the refusal leaves a row in its trail. */
const addressOfAnother = ({ code, first_name, last_name, mrn_number, born }: Existing) => {
  const who = [`${first_name} ${last_name}`, born && `born ${born}`, mrn_number ? `MRN ${mrn_number}` : 'no MRN']
  const sentence = `${code} (${who.filter(Boolean).join(', ')}) already has this email address. Please check what you typed, or use another address.`
  return new ApiError(409, 'email_taken', sentence, { fields: { email: sentence }, body: { patient_id: code } })
}

const addInvitedPatient = async (
  db: Db,
  user: Caller,
  { firstName, lastName, email, mrnNumber, ...sent }: PatientInvite,
) => {
  const { physician_id, physician_name } = await chosenPhysician(db, 'providerId', sent.providerId, sent.physicianName)
  try {
    return await addPatient(db, {
      project_id: user.project,
      first_name: firstName,
      last_name: lastName,
      email,
      mrn_number: mrnNumber ?? '',
      physician_id,
      physician_name,
      status: 'Pending Invite',
      status_comment: 'Invited',
      author: user.name,
    })
  } catch (error) {
    if (violates(error, 'patients_mrn'))
      throw fieldTakenError('mrnNumber', 'Another patient in this project has this MRN number.', 'mrn_taken')
    // Two users invited the same person at once: the other invitation is on its way.
    if (violates(error, 'patients_email'))
      throw fieldTakenError('email', 'Someone else is inviting this patient right now.', 'email_taken')
    throw error
  }
}
