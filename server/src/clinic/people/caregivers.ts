import { type Caregiver, maxCaregivers, maxCareInvitesPerDay, type NewCaregiver } from '@fornix/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { conflict, fieldTakenError, invalidFieldsError, notFound } from '../../platform/base/errors.ts'
import type { Db } from '../../platform/database/db.ts'
import { exists } from '../../platform/database/exists.ts'
import { wireTime } from '../../platform/database/sql-time.ts'
import { emailKey } from '../records/email-key.ts'
import { lockPatient } from '../records/lock-patient.ts'
import { checkUntil, openGrant, todayAt } from './grants.ts'
import { type ReplacedInvite, withdrawLinks } from './invitations.ts'

/** Whose caregivers they are, also in transactions of the system role: every statement names project and record. */
export type CaredFor = { project: string; patient: string }

/** Without what is said about the open invitation. */
export type GrantRow = Omit<Caregiver, 'invite_failed' | 'invite_held' | 'invite_expired'>

/** Active caregivers, invited ones, and those whose last day has passed; the newest last. */
export const caregiversOf = async (db: Db, { project, patient }: CaredFor) => {
  const { rows } = await sql<GrantRow>`
    select caregiver_id, first_name, last_name, email, relationship, areas, until::text as until,
           case when until < ${todayAt(sql`c.project_id`)} then 'over' when accepted_at is null then 'invited' else 'active' end as state,
           ${wireTime('invited_at')} as invited_at, invited_name as invited_by, ${wireTime('accepted_at')} as accepted_at
      from caregivers c
     where project_id = ${project} and patient_id = ${patient} and ended_at is null
     order by caregiver_id`.execute(db)
  return rows
}

export const hasAccount = (db: Db, { project, patient }: CaredFor) =>
  exists(
    db
      .selectFrom('patients')
      .where('project_id', '=', project)
      .where('patient_id', '=', patient)
      .where('login_id', 'is not', null),
  )

/** Users who work or have worked for the project, by address or by login. */
const isStaff = async (db: Db, project: string, { key, login }: { key: string; login?: string }) => {
  const { rows } = await sql`
    select from providers v
     where v.project_id = ${project}
       and (v.email_key = ${key} or v.login_id = ${login ?? null}
            or exists (select from logins l where l.login_id = v.login_id and l.email_key = ${key})
            or exists (select from logins l where l.login_id = ${login ?? null} and l.email_key = v.email_key))
     limit 1`.execute(db)
  return rows.length > 0
}

/** Holds the record's lock. Every invitation is a mail to an address that somebody typed, so ended ones count. */
const checkInvitesOfDay = async (db: Db, { project, patient }: CaredFor) => {
  const { rows } = await sql`
    select from invites i join caregivers c on c.project_id = i.project_id and c.caregiver_id = i.caregiver_id
     where c.project_id = ${project} and c.patient_id = ${patient} and i.created_at > now() - interval '1 day'`.execute(
    db,
  )
  if (rows.length >= maxCareInvitesPerDay)
    throw conflict(
      `There can be at most ${maxCareInvitesPerDay} invitations a day. Please try again tomorrow.`,
      'too_many_invitations',
    )
}

type Inviter = { id: string; name: string }

/** Invites somebody to act for a patient; a caregiver who has not accepted yet is invited again, with the new input. */
export const createCaregiverInvite = async (
  db: Db,
  { project, patient }: CaredFor,
  invite: NewCaregiver,
  by: Inviter,
) => {
  await lockPatient(db, patient)
  const { areas, until, email, ...person } = invite
  await checkUntil(db, project, until)
  const record = await db
    .selectFrom('patients as p')
    .leftJoin('logins as l', 'l.login_id', 'p.login_id')
    .select(['p.email_key', 'p.login_id', 'l.email_key as login_key'])
    .where('p.project_id', '=', project)
    .where('p.patient_id', '=', patient)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!record) throw notFound()
  const isByPatient = by.id === patient
  if (record.login_id && !isByPatient)
    throw conflict('This patient has an account and can invite people to help.', 'own_account')
  const key = emailKey(email)
  if ([record.email_key, record.login_key].includes(key))
    throw invalidFieldsError({ email: 'This is the patient’s own address. Please enter that of the other person.' })
  if (await isStaff(db, project, { key }))
    throw invalidFieldsError({
      email: 'Someone who works or has worked here cannot act for a patient. Please ask another person.',
    })
  await checkInvitesOfDay(db, { project, patient })
  const existing = await caregiversOf(db, { project, patient })
  const same = existing.find((one) => emailKey(one.email) === key)
  if (same?.accepted_at)
    throw fieldTakenError('email', 'This person has already accepted. You can change what they may do.', 'accepted')
  if (!same && existing.length >= maxCaregivers)
    throw conflict(
      isByPatient
        ? `You can have at most ${maxCaregivers} people who act for you. Please remove one first.`
        : `There can be at most ${maxCaregivers} caregivers. Please remove one first.`,
      'full',
    )
  if (same && !isByPatient && (await inviterOf(db, project, same.caregiver_id)) === patient)
    throw conflict('The patient sent this invitation. Only the patient can change it.', 'of_patient')
  const row = {
    ...person,
    email,
    email_key: key,
    areas,
    until,
    invited_by: by.id,
    invited_name: by.name,
    invited_at: sql<string>`now()`,
  }
  if (same) {
    await openGrant(db, { project, caregiver: same.caregiver_id }).set(row).execute()
    return same.caregiver_id
  }
  const caregiver_id = uuid()
  await db
    .insertInto('caregivers')
    .values({ ...row, project_id: project, patient_id: patient, caregiver_id })
    .execute()
  return caregiver_id
}

const inviterOf = async (db: Db, project_id: string, caregiver_id: string) =>
  (
    await db
      .selectFrom('caregivers')
      .select('invited_by')
      .where((eb) => eb.and({ project_id, caregiver_id }))
      .executeTakeFirst()
  )?.invited_by

type Accepting = { project_id: string; caregiver_id: string }

/** A restored record begins without its caregivers: grants end, and their links stop working. */
export const endGrantsOf = async (db: Db, { project, patient }: CaredFor) => {
  const { rows } = await sql<ReplacedInvite>`
    update invites set replaced_at = now()
     where project_id = ${project} and used_at is null and replaced_at is null and caregiver_id in (
       select caregiver_id from caregivers where project_id = ${project} and patient_id = ${patient} and ended_at is null)
    returning token_hash`.execute(db)
  await withdrawLinks(db, project, rows, 'The record was deleted.')
  await sql`
    update caregivers set ended_at = now(), ended_by = 'clinic'
     where project_id = ${project} and patient_id = ${patient} and ended_at is null`.execute(db)
}

/** Nobody is a caregiver of their own record, or twice of one, and no staff member is one. */
export const refuseOtherGrant = async (db: Db, { project_id, caregiver_id }: Accepting, login: string) => {
  const { rows } = await sql<{ is_patient: boolean }>`
    select coalesce(p.login_id = ${login}, false) as is_patient
      from caregivers c
      join patients p on p.project_id = c.project_id and p.patient_id = c.patient_id
     where c.project_id = ${project_id} and c.caregiver_id = ${caregiver_id}
       and (p.login_id = ${login} or exists (
         select from caregivers o where o.project_id = c.project_id and o.patient_id = c.patient_id and o.login_id = ${login}
            and o.ended_at is null))`.execute(db)
  const [row] = rows
  if (row)
    throw conflict(
      row.is_patient
        ? 'This is the patient’s account. Please use your own account.'
        : 'This account already acts for this patient. Please sign in.',
      'member',
    )
  const invited = await db
    .selectFrom('caregivers')
    .select('email_key')
    .where((eb) => eb.and({ project_id, caregiver_id }))
    .executeTakeFirstOrThrow()
  if (await isStaff(db, project_id, { key: invited.email_key, login }))
    throw conflict(
      'Someone who works or has worked here cannot act for a patient here. Please tell the person who invited you.',
      'is_staff',
    )
}

/** The grant belongs to the login from now on, and is never passed on. */
export const acceptGrant = async (db: Db, { project_id, caregiver_id }: Accepting, login_id: string) => {
  const accepted = await openGrant(db, { project: project_id, caregiver: caregiver_id })
    .set({ login_id, accepted_at: sql<string>`now()` })
    .where('login_id', 'is', null)
    .returning('caregiver_id')
    .executeTakeFirst()
  if (!accepted) throw conflict('Someone has already signed up with this invitation.', 'registered')
}
