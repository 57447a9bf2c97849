import type { OperatorInvite, Role } from '@fornix/contract'
import { inviteProvider, limitInvitations } from '../../clinic/people/invitations.ts'
import { emailKey } from '../../clinic/records/email-key.ts'
import { addProvider } from '../../clinic/records/provider-record.ts'
import { joined } from '../../clinic/records/search-words.ts'
import { conflict, fieldTakenError, notFound } from '../../platform/base/errors.ts'
import { type Db, violates } from '../../platform/database/db.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'

type Sender = Pick<Platform, 'config' | 'mail' | 'rateLimits'>

const registered = () => conflict('A provider with this email address is registered already.', 'registered')

const find = (db: Db, email: string) =>
  db
    .selectFrom('providers')
    .select(['provider_id', 'code', 'email', 'first_name', 'last_name', 'role', 'register_status'])
    .where('email_key', '=', emailKey(email))
    .where('deleted_at', 'is', null)
    .$narrowType<{ role: Role }>()
    .executeTakeFirst()
type Found = NonNullable<Awaited<ReturnType<typeof find>>>

const send = async (sender: Sender, db: Db, user: Caller, found: Found) => {
  if (found.register_status !== 'Invited') throw registered()
  const { provider_id, code, email, role } = found
  const name = nameOf(found)
  await limitInvitations(sender, user.project, email)
  await inviteProvider(sender, db, { project: user.project, provider: provider_id, name, email, role })
  return { provider_id, code }
}

type Invited = Pick<Found, 'first_name' | 'last_name' | 'role'>
const nameOf = ({ first_name, last_name }: Invited) => `${first_name} ${last_name}`
const isSameName = (existing: Invited, typed: Invited) => joined(nameOf(existing)) === joined(nameOf(typed))
/** An invitation does not change a role: the provider's page does, after a proof of identity, and shows the old one. */
const roleOfBefore = (existing: Invited) =>
  fieldTakenError(
    'role',
    `${nameOf(existing)} was already invited as ${existing.role}. To change the role, open this provider in the list, then send the invitation again.`,
    'role_kept',
  )
const addressOfAnother = (existing: Invited) =>
  fieldTakenError(
    'email',
    `${nameOf(existing)} (${existing.role}) was already invited at this address. Please check what you typed, or use another address.`,
    'email_taken',
  )

/** Creates an invited provider's record and mails the links; earlier invitees get new ones and keep the record. */
export const invite = async (
  sender: Sender,
  db: Db,
  user: Caller,
  { firstName, lastName, email, role }: OperatorInvite,
) => {
  const existing = await find(db, email)
  const names = { first_name: firstName, last_name: lastName }
  if (existing) {
    if (existing.register_status === 'Invited') {
      const typed = { ...names, role }
      if (!isSameName(existing, typed)) throw addressOfAnother(existing)
      if (existing.role !== role) throw roleOfBefore(existing)
    }
    return send(sender, db, user, existing)
  }
  const made = await addProvider(db, { project_id: user.project, ...names, email, role }).catch((error: unknown) => {
    throw violates(error, 'providers_email') ? registered() : error
  })
  return send(sender, db, user, { ...made, ...names, email, role, register_status: 'Invited' })
}

export const resend = async (sender: Sender, db: Db, user: Caller, email: string) => {
  const existing = await find(db, email)
  if (!existing) throw notFound()
  return send(sender, db, user, existing)
}
