import { type Call, ownerWordsOf } from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { hasFactor, methodsOf, refuseWithoutFactor } from '../../clinic/people/factors/methods.ts'
import { type Invite, redeemInvite, requireValidInvite } from '../../clinic/people/invitations.ts'
import { joinRecord } from '../../clinic/people/invited.ts'
import { checkNewPassword } from '../../clinic/people/new-password.ts'
import { checkPassword, type Login, loginBy, recheckPassword } from '../../clinic/people/password.ts'
import { hashPassword } from '../../clinic/people/passwords.ts'
import { addProvenLogin, dropUnproven } from '../../clinic/people/proven-address.ts'
import { emailKey } from '../../clinic/records/email-key.ts'
import { ApiError, conflict, invalidFieldsError } from '../../platform/base/errors.ts'
import type { CallContext } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'

/** `login` is the address's account; `proven` came with its password, else `hash` is a new one's. `signedIn`: into it. */
type Found = {
  invite: Invite
  login: string | null
  proven?: Login
  signedIn: boolean
  hash: { password_hash: string; short_password: boolean } | null
}
type Acceptance = {
  token: string
  user: Caller | null
  password: string
  request: CallContext<Call>['request']
  audience: 'patient' | 'staff'
}

const otherKind = () =>
  new ApiError(400, 'invite_unknown', 'This invitation is for another page. Please use the link in the email as it is.')

/**
 * The password checks before an invitation is accepted.
 * An existing password stays, and has to be proven: an invitation is no way to change it.
 */
export const checkAcceptance = async (
  platform: Pick<Platform, 'config' | 'database'>,
  { token, user, password, request, audience }: Acceptance,
): Promise<Found> => {
  const { database } = platform
  const invite = await database.unscoped('whose invitation this is', (db) => requireValidInvite(db, token))
  if ((audience === 'patient') !== (invite.provider_id === null)) throw otherKind()
  const found = await loginBy(database, 'email_key', emailKey(invite.email))
  const verified = found?.email_verified_at ? found : undefined
  const signedIn = verified !== undefined && user?.login === verified.login_id
  if (verified?.password_hash) {
    await checkPassword(database, { name: invite.email, login: verified }, password, request).catch(
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        throw invalidFieldsError({
          password: 'This email address already has an account. Please enter the password of that account.',
        })
      },
    )
    return { invite, login: verified.login_id, proven: verified, signedIn, hash: null }
  }
  const kept = await checkNewPassword(platform, password, {
    login: verified?.login_id ?? null,
    words: ownerWordsOf(invite),
    project: invite.project_id,
  })
  return {
    invite,
    login: verified?.login_id ?? null,
    signedIn,
    hash: { ...kept, password_hash: await hashPassword(password) },
  }
}

/** As `checkAcceptance` and `checkNewPassword` will see it: a holder of the link could find out by trying a password. */
export const needsLongPassword = async (
  { config, database }: Pick<Platform, 'config' | 'database'>,
  db: Db,
  { email }: Invite,
) => {
  if (!config.twoStep) return false
  const found = await loginBy(database, 'email_key', emailKey(email))
  if (!found?.email_verified_at) return true
  return !found.password_hash && !hasFactor(await methodsOf(db, found.login_id))
}

/** Accepts it: the invited address's login, proven by the mailed link, gets the record. */
export const acceptWithPassword = async (
  db: Db,
  { invite, login, proven, signedIn, hash }: Found,
  names?: { first_name: string; last_name: string },
) => {
  if (proven) await recheckPassword(db, proven)
  if (login && !signedIn) await refuseWithoutFactor(db, login)
  await redeemInvite(db, invite)
  const existing = (await dropUnproven(db, invite.email)) ?? null
  if (existing !== login) throw conflict('Your account has just changed. Please open the link in the email again.')
  const login_id = existing ?? uuid()
  if (hash && !existing) await addProvenLogin(db, { login_id, email: invite.email, password_hash: hash.password_hash })
  if (hash && existing) await db.updateTable('logins').set(hash).where('login_id', '=', existing).execute()
  await joinRecord(db, invite, login_id, names)
  return login_id
}
