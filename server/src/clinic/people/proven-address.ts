import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { exists } from '../../platform/database/exists.ts'
import { locks } from '../../platform/database/locks.ts'
import { emailKey } from '../records/email-key.ts'

/**
 * The one rule about email addresses.
 * What was attached to an address before anybody proved it may be a stranger's: password, linked identities, known devices, sessions with
 * their refresh tokens, mailed links, drafts, registrations.
 * All of it ends in the transaction in which somebody proves the address by a mailed link, an invitation or an identity provider.
 * Returns the login that had proven the address before; it stays as it is, and so does `except`, the one that is being proven.
 */
export const dropUnproven = async (db: Db, email: string, except?: string): Promise<string | undefined> => {
  const key = emailKey(email)
  await lockAddress(db, key)
  const { rows } = await sql<{ login_id: string; proven: boolean }>`
    select login_id, email_verified_at is not null as proven from logins
     where email_key = ${key} or (email_verified_at is null and lower(email) = ${key})`.execute(db)
  await dropLogins(
    db,
    rows.flatMap(({ login_id }) => (login_id === except ? [] : [login_id])),
  )
  return rows.find(({ proven }) => proven)?.login_id
}

/** Until the transaction ends, nobody else changes who waits for the address or has it. */
export const lockAddress = (db: Db, email_key: string) =>
  sql`select pg_advisory_xact_lock(${locks.addresses}, hashtext(${email_key}))`.execute(db)

/** The unproven ones among the logins. Records that an older program gave to them stay, for an invitation to pass them to their person. */
export const dropLogins = async (db: Db, named: string[]) => {
  if (named.length === 0) return
  const unproven = await db
    .selectFrom('logins')
    .select('login_id')
    .where('login_id', 'in', named)
    .where('email_verified_at', 'is', null)
    .forUpdate()
    .execute()
  const logins = unproven.map(({ login_id }) => login_id)
  if (logins.length === 0) return
  await db.updateTable('patients').set({ login_id: null }).where('login_id', 'in', logins).execute()
  await db
    .updateTable('providers')
    .set({ login_id: null, register_status: 'Invited' })
    .where('login_id', 'in', logins)
    .execute()
  await db.deleteFrom('sessions').where('login_id', 'in', logins).execute()
  // The foreign keys delete the rest.
  await db.deleteFrom('logins').where('login_id', 'in', logins).execute()
}

/** A login whose address is proven in this transaction. */
export const addProvenLogin = (db: Db, login: { login_id: string; email: string; password_hash: string | null }) =>
  db
    .insertInto('logins')
    .values({ ...login, email_key: emailKey(login.email), email_verified_at: sql<string>`now()` })
    .execute()

/** The login's address from now on, proven in this transaction. Another proven login's breaks `logins_email_key_key`. */
export const setProvenAddress = (db: Db, login: string, email: string) =>
  db
    .updateTable('logins')
    .set({ email, email_key: emailKey(email), email_verified_at: sql<string>`now()` })
    .where('login_id', '=', login)
    .execute()

const heldKey = (login: string) => `held:${login}`
/** The address can no longer sign in, and no mailed link in its mailbox does. The record's next address replaces it. */
export const blockAddress = (db: Db, login: string) =>
  db
    .updateTable('logins')
    .set({ email_key: heldKey(login) })
    .where('login_id', '=', login)
    .execute()

/** The login that has the address; else the one that had it, among those waiting for a different one. */
export const loginAt = async (db: Db, email: string) => {
  const key = emailKey(email)
  const { rows } = await sql<{ login_id: string; email: string; is_held: boolean }>`
    select login_id, email, email_key <> ${key} as is_held from logins
     where email_key = ${key} or lower(email) = ${key} and email_key = ${heldKey('')} || login_id order by is_held limit 1`.execute(
    db,
  )
  return rows[0]
}

/** Where mail about the account goes; undefined while nobody can sign in by the address, which may be a thief's. */
export const mailboxOf = async (db: Db, login: string) => {
  const found = db.selectFrom('logins').select('email').where('login_id', '=', login)
  return (await found.where('email_key', '<>', heldKey(login)).executeTakeFirst())?.email
}

export const isHeld = (db: Db, login: string) =>
  exists(db.selectFrom('logins').where('login_id', '=', login).where('email_key', '=', heldKey(login)))
