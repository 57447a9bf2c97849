import type { Call } from '@fornix/contract'
import { writeAudit } from '../../platform/audit/audit.ts'
import { badRequest } from '../../platform/base/errors.ts'
import type { CallContext } from '../../platform/calls/route.ts'
import type { Database, Db } from '../../platform/database/db.ts'
import { emailKey } from '../records/email-key.ts'
import { clearFailures, mayTry, placeOf } from './failures.ts'
import { auditFieldsOf, membershipsOf } from './memberships.ts'
import { passwordFits } from './passwords.ts'

export type Login = {
  login_id: string
  email: string
  email_key: string
  password_hash: string | null
  email_verified_at: string | null
  created_at: string
}

/** One sentence for wrong, unknown and blocked: it does not reveal which logins exist. */
export const refused = () => badRequest('Failed to authenticate. Check credentials.', 'credentials')

/** `value` as the column holds it: an address or name folded, see `emailKey`. Undefined if nobody has it. */
export const loginBy = async (database: Database, column: 'email_key' | 'username' | 'login_id', value: string) =>
  (
    await database.systemQuery<Login>(
      `select login_id, email, email_key, password_hash, email_verified_at, created_at
         from logins where ${column} = $1`,
      [value],
    )
  )[0]

/**
 * Checks the password of the login that a name refers to; returns the login, or throws 400 (`credentials`).
 * A name without a login is counted and refused like any other.
 * After five failures a place waits 30 seconds, doubling up to 15 minutes; a browser that the owner has used before does not have to wait
 * for a stranger's failures.
 */
export const checkPassword = async (
  database: Database,
  { name, login }: { name: string; login: Login | undefined },
  password: string,
  { address, browserMark, id }: CallContext<Call>['request'],
) => {
  const place = await placeOf(database, {
    name: login?.email_key ?? emailKey(name),
    login: login?.login_id,
    device: browserMark,
    address,
  })
  const isOpen = await mayTry(database, place)
  const fits = await passwordFits(login?.password_hash ?? null, password)
  if (!login) throw refused()
  if (fits && isOpen) {
    await database.unscoped('the right password', (db) => clearFailures(db, place.name, place.place))
    return login
  }
  await auditFailure(database, login.login_id, id, isOpen ? 'wrong password' : 'blocked')
  throw refused()
}

/**
 * For the transaction in which a checked password takes effect: it must still be the login's.
 * One that is being changed is waited for, and then no longer works.
 */
export const recheckPassword = async (
  db: Db,
  { login_id, password_hash }: Pick<Login, 'login_id' | 'password_hash'>,
) => {
  const held = await db
    .selectFrom('logins')
    .select('login_id')
    .where('login_id', '=', login_id)
    .where('password_hash', '=', password_hash)
    .forUpdate()
    .executeTakeFirst()
  if (!held) throw refused()
}

/** In each open project that knows the login. It does not contain what was typed, and a name without a login leaves no entry. */
export const auditFailure = (database: Database, login: string, request: string, result: string) =>
  database.unscoped('note a refused sign-in', async (db) => {
    for (const member of (await membershipsOf(db, login)).filter(({ is_open }) => is_open)) {
      await writeAudit(db, { ...auditFieldsOf(member), action: 'session.refused', request, result })
    }
  })
