import { sql } from 'kysely'
import type { Db } from '../db.ts'
import { emailKey } from '../email-key.ts'

/**
 * The one rule about e-mail addresses. What was attached to an address before anybody proved it may be a stranger's: password,
 * linked identities, known devices, sessions with their refresh tokens, mailed links, drafts, the registration. All of it ends in
 * the transaction in which somebody proves the address by a mailed link, an invitation or an identity provider. What comes back is
 * the login that was proven to have the address before; it stays as it is.
 */
export const dropUnproven = async (db: Db, email: string): Promise<string | undefined> => {
  const login = await db
    .selectFrom('logins')
    .select(['login_id', 'email_verified_at'])
    .where('email_key', '=', emailKey(email))
    .forUpdate()
    .executeTakeFirst()
  if (!login || login.email_verified_at) return login?.login_id
  const { login_id } = login
  // Records that a program before version 0.2 gave to it stay, for an invitation to hand them to their person.
  await db.updateTable('patients').set({ login_id: null }).where('login_id', '=', login_id).execute()
  await db
    .updateTable('providers')
    .set({ login_id: null, register_status: 'Invited' })
    .where('login_id', '=', login_id)
    .execute()
  await db.deleteFrom('sessions').where('login_id', '=', login_id).execute()
  // The foreign keys take along the rest.
  await db.deleteFrom('logins').where('login_id', '=', login_id).execute()
  return undefined
}

/** A login whose address is proven in this transaction. */
export const addProvenLogin = (db: Db, login: { login_id: string; email: string; password_hash: string | null }) =>
  db
    .insertInto('logins')
    .values({ ...login, email_key: emailKey(login.email), email_verified_at: sql<string>`now()` })
    .execute()

/** The login has this address from now on, proven in this transaction. Another proven login's breaks `logins_email_key_key`. */
export const setProvenAddress = (db: Db, login: string, email: string) =>
  db
    .updateTable('logins')
    .set({ email, email_key: emailKey(email), email_verified_at: sql<string>`now()` })
    .where('login_id', '=', login)
    .execute()
