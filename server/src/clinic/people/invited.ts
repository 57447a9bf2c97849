import type { Audience } from '@fornix/contract'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { conflict } from '../../platform/base/errors.ts'
import type { Db } from '../../platform/database/db.ts'
import { sameInProject } from '../../platform/database/same-in-project.ts'
import type { VerifiedIdentity } from '../../platform/identity/identity-provider.ts'
import { endInvitedSessions } from '../../platform/sessions/session-family.ts'
import { hashSecret } from '../../platform/sessions/tokens.ts'
import { renamePhysician } from '../records/chosen-physician.ts'
import { emailKey } from '../records/email-key.ts'
import { acceptGrant, refuseOtherGrant } from './caregivers.ts'
import { connectIdentity } from './connected-identities.ts'
import { linkRequired, lockBySubject, loginByEmail, loginBySubject } from './identity.ts'
import { type Invite, redeemInvite } from './invitations.ts'
import { membershipsOf } from './memberships.ts'
import { dropUnproven, setProvenAddress } from './proven-address.ts'

const day = sql<string>`now() - interval '1 day'`

/** Notes that this token's sign-in began at an invitation. The invitation is unchanged: nobody has signed up yet. */
export const beginInvited = async (db: Db, token: string, invite: Invite, issuer: string, who: VerifiedIdentity) => {
  const existing = await loginBySubject(db, issuer, who)
  if (existing) await refuseSecondRecord(db, invite, existing)
  else if (emailKey(who.email) !== emailKey(invite.email) && (await loginByEmail(db, who.email))) throw linkRequired()
  await db.deleteFrom('invite_sign_ins').where('created_at', '<', day).execute()
  await db
    .insertInto('invite_sign_ins')
    .values({
      project_id: invite.project_id,
      token_hash: hashSecret(token),
      invite_id: invite.invite_id,
      issuer,
      subject: who.subject,
      email: who.email,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type InvitedSignIn = {
  invite: Pick<Invite, 'invite_id' | 'project_id' | 'patient_id' | 'provider_id' | 'caregiver_id'> & {
    email: string
    used: boolean
    /** A newer one was sent, or it has expired. */
    over: boolean
  }
  identity: { issuer: string; subject: string; email: string }
}
const invitedWhere = async (db: Db, which: RawBuilder<boolean>) => {
  const row = await db
    .selectFrom('invite_sign_ins as s')
    .innerJoin('invites as i', (join) => sameInProject(join, 'i', 's', 'invite_id'))
    .select([
      'i.project_id',
      'i.invite_id',
      'i.patient_id',
      'i.provider_id',
      'i.caregiver_id',
      'i.email as invited',
      'i.used_at',
    ])
    .select(['s.issuer', 's.subject', 's.email'])
    .select(sql<boolean>`i.replaced_at is not null or i.expires_at <= now()`.as('over'))
    .where(which)
    .where('s.created_at', '>', day)
    .executeTakeFirst()
  if (!row) return undefined
  const { issuer, subject, email, invited, used_at, over, ...record } = row
  return { invite: { ...record, email: invited, used: used_at !== null, over }, identity: { issuer, subject, email } }
}
export const invitedByToken = (db: Db, token: string) =>
  invitedWhere(db, sql<boolean>`s.token_hash = ${hashSecret(token)}`)
export const invitedBySession = (db: Db, session: string) => invitedWhere(db, sql<boolean>`s.session_id = ${session}`)

export const noteSession = (db: Db, token: string, session: string) =>
  db.updateTable('invite_sign_ins').set({ session_id: session }).where('token_hash', '=', hashSecret(token)).execute()

const nobodysKey = /^invited:/

/**
 * The login for an invited sign-in: the identity's own, else the one of the invited address, to whose owner the link was mailed, else a new
 * one, with which nobody can sign in before the sign-up is finished.
 */
export const loginOfInvited = async (db: Db, { invite, identity }: InvitedSignIn) => {
  const existing = await lockBySubject(db, identity.issuer, identity)
  if (existing) return existing
  const same = await loginByEmail(db, identity.email)
  if (same && emailKey(identity.email) !== emailKey(invite.email)) throw linkRequired()
  if (same) return same
  const login_id = uuid()
  await db
    .insertInto('logins')
    .values({ login_id, email: '', email_key: `invited:${login_id}` })
    .execute()
  return login_id
}

/**
 * Finishes a sign-up: the identity opens the login, the login the record, and the invitation is used up.
 * The mailed link proves the invited address, the provider proves the identity's.
 */
export const finishInvited = async (
  platform: Parameters<typeof connectIdentity>[0],
  db: Db,
  login: string,
  { invite, identity }: InvitedSignIn,
) => {
  await redeemInvite(db, invite)
  await dropUnproven(db, invite.email)
  const owner = await dropUnproven(db, identity.email)
  const { email_key } = await db
    .selectFrom('logins')
    .select('email_key')
    .where('login_id', '=', login)
    .executeTakeFirstOrThrow()
  if (nobodysKey.test(email_key)) {
    if (owner) throw linkRequired()
    await setProvenAddress(db, login, identity.email)
  }
  const { issuer, subject } = identity
  await connectIdentity(platform, db, { issuer, subject, login, byOwnFactor: false })
  await joinRecord(db, invite, login)
}

export const refuseSecondRecord = async (
  db: Db,
  invite: Pick<Invite, 'project_id' | 'patient_id'> & Partial<Pick<Invite, 'caregiver_id'>>,
  login: string,
) => {
  if (invite.caregiver_id) return refuseOtherGrant(db, { ...invite, caregiver_id: invite.caregiver_id }, login)
  const audience: Audience[] = invite.patient_id ? ['patient'] : ['operator', 'admin']
  const has = (await membershipsOf(db, login)).some(
    (member) =>
      member.confirmed &&
      !member.caregiver &&
      member.project === invite.project_id &&
      audience.includes(member.audience),
  )
  if (has)
    throw conflict(
      'This account already belongs to someone in this project. Sign in, or use another account.',
      'member',
    )
}

type RecordId = Pick<Invite, 'project_id' | 'patient_id' | 'provider_id'> & Partial<Pick<Invite, 'caregiver_id'>>
type Names = { first_name?: string; last_name?: string }

/** The record belongs to the login from now on. A record with a login is never passed on. */
export const joinRecord = async (db: Db, record: RecordId, login_id: string, names: Names = {}) => {
  await refuseSecondRecord(db, record, login_id)
  const { patient_id, provider_id, caregiver_id } = record
  if (caregiver_id) return acceptGrant(db, { ...record, caregiver_id }, login_id)
  const { rows } = provider_id
    ? await sql`update providers set login_id = ${login_id}, first_name = coalesce(${names.first_name ?? null}, first_name),
                       last_name = coalesce(${names.last_name ?? null}, last_name)
                 where provider_id = ${provider_id} and login_id is null and deleted_at is null returning 1`.execute(db)
    : await sql`update patients set login_id = ${login_id}
                 where patient_id = ${patient_id} and login_id is null and deleted_at is null returning 1`.execute(db)
  if (rows.length === 0) throw conflict('Someone has already signed up with this invitation.', 'registered')
  if (provider_id) await renamePhysician(db, provider_id)
  await endInvitedSessions(db, record, login_id)
  await markRegistered(db, record)
}

/** An invited patient becomes accepted, an invited provider registered; repeating it changes nothing. */
export const markRegistered = async (db: Db, { project_id, patient_id, provider_id }: RecordId) => {
  const version = sql<number>`version + 1`
  if (provider_id) {
    await db
      .updateTable('providers')
      .set({ register_status: 'Registered', version })
      .where('provider_id', '=', provider_id)
      .where('register_status', '=', 'Invited')
      .execute()
    return
  }
  const accepted = await db
    .updateTable('patients')
    .set({ status: 'Accepted', version })
    .where('patient_id', '=', patient_id)
    .where('status', '=', 'Pending Invite')
    .returning(['first_name', 'last_name'])
    .executeTakeFirst()
  if (accepted)
    await db
      .insertInto('patient_status_history')
      .values({
        project_id,
        patient_id: patient_id ?? '',
        change_id: uuid(),
        status: 'Accepted',
        comment: 'Accepted the invitation',
        author: `${accepted.first_name} ${accepted.last_name}`,
      })
      .execute()
}
