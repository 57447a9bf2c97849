import type { PatientInvite } from '@fornix/contract'
import { validate as isUuid } from 'uuid'
import { invitePatient, limitInvitations } from '../../clinic/people/invitations.ts'
import { emailKey } from '../../clinic/records/email-key.ts'
import { addPatient } from '../../clinic/records/patient-record.ts'
import { conflict, invalid, taken } from '../../platform/base/errors.ts'
import { type Db, violates } from '../../platform/database/db.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'

type Sender = Pick<Platform, 'config' | 'mail' | 'rateLimits'>

/** Makes the record of an invited patient and mails the link; who was invited before gets a fresh link and keeps the record. */
export const invite = async (sender: Sender, db: Db, user: Caller, sent: PatientInvite) => {
  await refuseBlocked(db, user, sent.email)
  // What the clinic knows of a person wins over what somebody typed; with the row go the sessions that it had opened.
  await db.deleteFrom('registrations').where('email_key', '=', emailKey(sent.email)).execute()
  const known = await db
    .selectFrom('patients')
    .select(['patient_id', 'code', 'email', 'first_name', 'last_name', 'login_id'])
    .where('email_key', '=', emailKey(sent.email))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (known?.login_id) throw conflict('A patient with this email address is registered already.', 'registered')
  const { patient_id, code } = known ?? (await added(db, user, sent))
  const name = known ? `${known.first_name} ${known.last_name}` : `${sent.firstName} ${sent.lastName}`
  const to = { project: user.project, patient: patient_id, name, email: known?.email ?? sent.email }
  await limitInvitations(sender, user.project, to.email)
  await invitePatient(sender, db, to, { by: { id: user.person, name: user.name } })
  return { patient_id, code }
}

const refuseBlocked = async (db: Db, user: Caller, email: string) => {
  const { blocked_email_domains: blocked } = await db
    .selectFrom('projects')
    .select('blocked_email_domains')
    .where('project_id', '=', user.project)
    .executeTakeFirstOrThrow()
  const domain = emailKey(email).split('@')[1] ?? ''
  if (blocked.some((name) => domain === name || domain.endsWith(`.${name}`)))
    throw invalid({ email: 'Invalid email format' })
}

const added = async (db: Db, user: Caller, { firstName, lastName, email, mrnNumber, ...sent }: PatientInvite) => {
  const { physician_id, physician_name } = await physicianOf(db, sent)
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
      throw taken('mrnNumber', 'Another patient in this project has this MRN number.', 'mrn_taken')
    // Two people invited the same person at once: the other one's invitation is on its way.
    if (violates(error, 'patients_email'))
      throw taken('email', 'Someone else is inviting this patient right now.', 'email_taken')
    throw error
  }
}

/** A chosen provider decides the name; a name alone is somebody outside the portal. */
const physicianOf = async (db: Db, { providerId, physicianName }: Partial<PatientInvite>) => {
  if (!providerId) return { physician_id: null, physician_name: physicianName ?? '' }
  const physician = await db
    .selectFrom('providers')
    .select(['provider_id', 'first_name', 'last_name'])
    .where(isUuid(providerId) ? 'provider_id' : 'code', '=', providerId)
    .where('role', '=', 'Physician')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!physician) throw invalid({ providerId: 'Please choose a physician of this project' })
  return {
    physician_id: physician.provider_id,
    physician_name: `${physician.first_name} ${physician.last_name}`,
  }
}
