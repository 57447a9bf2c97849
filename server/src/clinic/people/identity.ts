import { badRequest, notFound, unavailable } from '../../platform/base/errors.ts'
import type { Database, Db } from '../../platform/database/db.ts'
import {
  type IdentityProvider,
  IdentityRefused,
  IdentityUnavailable,
  type VerifiedIdentity,
} from '../../platform/identity/identity-provider.ts'
import { lockLogin } from '../../platform/sessions/session-family.ts'
import { hashSecret } from '../../platform/sessions/tokens.ts'
import { emailKey } from '../records/email-key.ts'

type Subject = Pick<VerifiedIdentity, 'subject'>

const failed = () => badRequest('Google Login failed. Please try again.', 'identity')

/** Asks the provider whose token this is. A step that has already seen the token refuses it. */
export const identityOf = async (
  { identity, database }: { identity: Pick<IdentityProvider, 'check'>; database: Database },
  token: string,
  step: string,
  idToken?: string,
): Promise<VerifiedIdentity> => {
  const [seen] = await database.systemQuery('select from seen_identity_tokens where token_hash = $1 and step = $2', [
    hashSecret(token),
    step,
  ])
  if (seen) throw failed()
  try {
    return await identity.check(token, idToken)
  } catch (error) {
    if (error instanceof IdentityRefused) throw failed()
    if (error instanceof IdentityUnavailable)
      throw unavailable('The sign-in service does not answer. Please try again in a moment.')
    throw error
  }
}

/** Two requests with one token race for this row: the second is refused. So is a token that identified a different person before. */
export const consumeToken = async (db: Db, token: string, step: string, { subject }: Subject) => {
  const token_hash = hashSecret(token)
  const other = await db
    .selectFrom('seen_identity_tokens')
    .select('step')
    .where('token_hash', '=', token_hash)
    .where('subject', '<>', subject)
    .executeTakeFirst()
  if (other) throw failed()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('seen_identity_tokens')
    .values({ token_hash, step, subject })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) throw failed()
}

export const linkRequired = () =>
  badRequest(
    'This email address already has a password here. Enter it once to connect both ways of signing in.',
    'link_required',
  )

export const loginBySubject = async (db: Db, issuer: string, { subject }: Subject) =>
  (
    await db
      .selectFrom('identities')
      .select('login_id')
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst()
  )?.login_id

/** As above, in the transaction that signs in: waits for an identity that is being disconnected, which then opens nothing. */
export const lockBySubject = async (db: Db, issuer: string, who: Subject) => {
  const login = await loginBySubject(db, issuer, who)
  if (login === undefined) return undefined
  await lockLogin(db, login)
  if ((await loginBySubject(db, issuer, who)) !== login) throw failed()
  return login
}

/** The login that has proven the address: until then no login has it. */
export const loginByEmail = async (db: Db, email: string) =>
  (
    await db
      .selectFrom('logins')
      .select('login_id')
      .where('email_key', '=', emailKey(email))
      .where('email_verified_at', 'is not', null)
      .executeTakeFirst()
  )?.login_id

/** The login behind an identity. The provider's subject counts: an email alone never opens an account. */
export const loginOfIdentity = async (db: Db, issuer: string, { subject, email }: VerifiedIdentity) => {
  const linked = await lockBySubject(db, issuer, { subject })
  if (linked) return linked
  throw (await loginByEmail(db, email)) ? linkRequired() : notFound()
}
