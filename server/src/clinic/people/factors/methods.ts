import { sql } from 'kysely'
import { invalidFieldsError } from '../../../platform/base/errors.ts'
import type { Db } from '../../../platform/database/db.ts'

/** What a login can show besides its password. */
export type Methods = { passkeys: number; totp: boolean; recovery: number; password: boolean }

export const methodsOf = async (db: Db, login: string): Promise<Methods> => {
  const { rows } = await sql<Methods>`
    select (select count(*) from login_factors where login_id = l.login_id and kind = 'passkey')::int as passkeys,
           exists (select from login_factors where login_id = l.login_id and kind = 'totp') as totp,
           (select count(*) from recovery_codes where login_id = l.login_id and used_at is null)::int as recovery,
           password_hash is not null as password
      from logins l where login_id = ${login}`.execute(db)
  return rows[0] ?? { passkeys: 0, totp: false, recovery: 0, password: false }
}

export const hasFactor = ({ passkeys, totp }: Methods) => passkeys > 0 || totp

/**
 * For actions of a mailed link with a password, or of a session that has shown its factor: one of the two is stolen together with a
 * mailbox.
 */
export const refuseWithoutFactor = async (db: Db, login: string) => {
  if (hasFactor(await methodsOf(db, login)))
    throw invalidFieldsError({
      password: 'This account has a second step. Please sign in first, and open the link again.',
    })
}
