import {
  type Audience,
  audienceOf,
  type CareArea,
  dayMs,
  invitationsPerAddress,
  inviteDays,
  type Role,
} from '@fornix/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { ApiError } from '../../platform/base/errors.ts'
import type { RateLimits } from '../../platform/calls/rate-limits.ts'
import type { Db } from '../../platform/database/db.ts'
import { requeueMails, withdrawMails } from '../../platform/mail/outbox.ts'
import type { MailSender } from '../../platform/mail/sender.ts'
import { hashSecret, newSecret } from '../../platform/sessions/tokens.ts'
import type { Config } from '../../platform/settings/config.ts'
import { emailKey } from '../records/email-key.ts'
import { wordsFor } from '../records/patient-language.ts'
import { mailPatient } from '../records/patient-mail.ts'
import { projectName } from '../records/projects.ts'
import { fullName } from '../records/record-sql.ts'
import { inviteMailKeyOf } from './invite-delivery.ts'
import { operatorInviteMail } from './operator-invitation-mail.ts'
import { patientInviteMail } from './patient-invitation-mail.ts'

type Who = { project: string; name: string; email: string }
/** Who invites; without an id the portal does, on somebody's behalf. */
type By = { id: string | null; name: string }
export type InvitedPatient = Who & { patient: string }
export type InvitedProvider = Who & { provider: string; role: Role }
type Sender = { config: Config; mail: MailSender }

export type ReplacedInvite = { token_hash: Buffer }
/** What waits to be sent with links that no longer work. */
export const withdrawLinks = (db: Db, project: string, replaced: ReplacedInvite[], reason: string) =>
  withdrawMails(db, { project, idempotencyKeys: replaced.map(({ token_hash }) => inviteMailKeyOf(token_hash)), reason })

/** A new link; the record's earlier ones stop working, and say so. */
export const newInvite = async (
  db: Db,
  project: string,
  record: { patient_id: string } | { provider_id: string } | { caregiver_id: string },
  email: string,
) => {
  const [[column, id] = ['', '']] = Object.entries(record)
  const secret = newSecret()
  const { rows: replaced } = await sql<ReplacedInvite>`
    update invites set replaced_at = now()
     where project_id = ${project} and ${sql.ref(column)} = ${id} and used_at is null and replaced_at is null
    returning token_hash`.execute(db)
  await withdrawLinks(db, project, replaced, 'A newer invitation was sent.')
  await db
    .insertInto('invites')
    .values({
      ...record,
      project_id: project,
      invite_id: uuid(),
      token_hash: hashSecret(secret),
      email,
      expires_at: new Date(Date.now() + inviteDays * dayMs).toISOString(),
    })
    .execute()
  return secret
}

/** Counts one mail to an address that staff entered, whichever of them did, and refuses the fourth within an hour. */
export const limitInvitations = ({ rateLimits }: { rateLimits: RateLimits }, project: string, email: string) =>
  rateLimits.spendRule('invitation', `${project}:${emailKey(email)}`, invitationsPerAddress)

/** Staff invite no patient at these domains or their subdomains, nor turn an open invitation there. */
export const isBlockedForPatients = async (db: Db, project: string, email: string) => {
  const { blocked_email_domains: blocked } = await db
    .selectFrom('projects')
    .select('blocked_email_domains')
    .where('project_id', '=', project)
    .executeTakeFirstOrThrow()
  const domain = emailKey(email).split('@')[1] ?? ''
  return blocked.some((name) => domain === name || domain.endsWith(`.${name}`))
}

export const invitePatient = async (
  { config, mail }: Sender,
  db: Db,
  who: InvitedPatient,
  { by }: { by?: By } = {},
) => {
  const secret = await newInvite(db, who.project, { patient_id: who.patient }, who.email)
  const project = await projectName(db, who.project)
  const name = by ? who.name : ''
  const words = await wordsFor(db, who)
  const written = patientInviteMail(config.publicUrl, { ...who, name, projectName: project, secret, words })
  await mailPatient(mail, db, { ...written, by: by ?? { id: null, name: project } })
}

export const inviteProvider = async ({ config, mail }: Sender, db: Db, who: InvitedProvider) => {
  const secret = await newInvite(db, who.project, { provider_id: who.provider }, who.email)
  const project = await projectName(db, who.project)
  await mail.queue(db, operatorInviteMail(config, { ...who, projectName: project, secret }))
}

export type Invite = {
  invite_id: string
  project_id: string
  project_name: string
  patient_id: string | null
  provider_id: string | null
  caregiver_id: string | null
  /** The patient it is about; a caregiver is to act for them. */
  record: string | null
  /** The patient a caregiver is to act for. */
  patient_name: string
  /** What that caregiver may do, and the last day, `2026-05-31`. */
  areas: CareArea[]
  until: string
  email: string
  role: Role
  audience: Audience
  /** A provider's, as an admin typed it; a patient's may be typed by a stranger. */
  first_name: string
  last_name: string
}
type Row = Omit<Invite, 'audience'> & { contact: { email: string }; state: 'good' | 'used' | 'replaced' | 'expired' }

const sentences = {
  used: (whom: string) =>
    `This invitation has already been used. If that was you, please sign in; if not, ask ${whom}.`,
  replaced: (whom: string) =>
    `A newer invitation has been sent. Please use the link in the newest email, or ask ${whom} for another one.`,
  expired: (whom: string) =>
    `This invitation has expired. It was valid for ${inviteDays} days. Please ask ${whom} for a new one.`,
}
/** The patient may have invited the caregiver: where the patient has an account, the clinic cannot. */
const caregiverSentences = {
  used: 'This invitation has already been used. If that was you, please sign in. If not, please tell the person who invited you. They can end that access and invite you again.',
  replaced: 'A newer invitation has been sent. Please use the link in the newest email.',
  expired: `This invitation has expired. It was valid for ${inviteDays} days. The person who invited you can send a new one.`,
}
const unknown = () =>
  new ApiError(
    400,
    'invite_unknown',
    'This invitation was not found. Please check that the link is complete, or ask the person who invited you for a new one.',
  )

/** A secret's invitation; a useless one is refused with what happened to it and whom to contact. */
export const requireValidInvite = async (db: Db, secret: string): Promise<Invite> => {
  const { rows } = await sql<Row>`
    select i.invite_id, i.project_id, i.patient_id, i.provider_id, i.caregiver_id, i.email, j.name as project_name, j.contact,
           p.patient_id as record, case when c.caregiver_id is null then '' else ${fullName('p')} end as patient_name,
           coalesce(c.areas, '{}') as areas, coalesce(c.until::text, '') as until,
           coalesce(v.role, 'Patient') as role, coalesce(v.first_name, '') as first_name, coalesce(v.last_name, '') as last_name,
           case when i.used_at is not null then 'used' when i.replaced_at is not null then 'replaced'
                when i.expires_at <= now() or c.until < (now() at time zone j.time_zone)::date then 'expired' else 'good' end as state
      from invites i
      join projects j on j.project_id = i.project_id
      left join caregivers c on c.project_id = i.project_id and c.caregiver_id = i.caregiver_id and c.ended_at is null
      left join patients p on p.project_id = i.project_id and p.patient_id = coalesce(i.patient_id, c.patient_id) and p.deleted_at is null
      left join providers v on v.project_id = i.project_id and v.provider_id = i.provider_id and v.deleted_at is null
     where i.token_hash = ${hashSecret(secret)} and coalesce(p.patient_id, v.provider_id) is not null`.execute(db)
  const [row] = rows
  if (!row) throw unknown()
  const { state, contact, ...invite } = row
  if (state === 'good') return { ...invite, audience: audienceOf(invite.role) }
  if (row.caregiver_id) throw new ApiError(400, `invite_${state}`, caregiverSentences[state])
  const whom = [row.provider_id ? `an administrator of ${row.project_name}` : row.project_name, contact.email]
  throw new ApiError(400, `invite_${state}`, sentences[state](whom.filter(Boolean).join(', ')))
}

/** Uses it up: of two at once, one succeeds, and the other gets 400 (`invite_used`). */
export const redeemInvite = async (db: Db, { invite_id, project_id }: Pick<Invite, 'invite_id' | 'project_id'>) => {
  const used = await db
    .updateTable('invites')
    .set({ used_at: sql<string>`now()` })
    .where('project_id', '=', project_id)
    .where('invite_id', '=', invite_id)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('invite_id')
    .executeTakeFirst()
  if (!used) throw new ApiError(400, 'invite_used', 'This invitation no longer works. Please ask for a new one.')
}

/** Of a record that is deleted. Links that were mailed work again if it is restored. */
export const withdrawInviteMails = async (
  db: Db,
  column: 'patient_id' | 'provider_id',
  id: string,
  reason = 'The record was deleted.',
) => {
  const invites = await db
    .selectFrom('invites')
    .select(['project_id', 'token_hash'])
    .where(column, '=', id)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .execute()
  if (invites[0]) await withdrawLinks(db, invites[0].project_id, invites, reason)
}

/** Of a record that is back. For a link that has expired meanwhile, staff send another one. */
export const requeueInviteMails = async (
  db: Db,
  { project, patient, reason }: { project: string; patient: string; reason: string },
) => {
  const invites = await db
    .selectFrom('invites')
    .select('token_hash')
    .where('project_id', '=', project)
    .where('patient_id', '=', patient)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .execute()
  const idempotencyKeys = invites.map(({ token_hash }) => inviteMailKeyOf(token_hash))
  await requeueMails(db, { project, idempotencyKeys, reason })
}

/** Links of a record that has a login by now, or whose address was wrong. True if one still worked. */
export const withdrawInvites = async (db: Db, column: 'patient_id' | 'provider_id', id: string) => {
  const { rows } = await sql<ReplacedInvite & { project_id: string }>`
    update invites set replaced_at = now()
     where ${sql.ref(column)} = ${id} and used_at is null and replaced_at is null and expires_at > now()
    returning project_id, token_hash`.execute(db)
  if (rows[0]) await withdrawLinks(db, rows[0].project_id, rows, 'This invitation is no longer needed.')
  return rows.length > 0
}
