import type { SignFactor } from '@fornix/contract'
import type { Database } from '../../platform/database/db.ts'

type Login = { has_password: boolean; has_identity: boolean }

/** By what the login of a session can have been proved: a session itself does not say how it began. */
export const signFactor = async (database: Pick<Database, 'systemQuery'>, login: string): Promise<SignFactor> => {
  const [known] = await database.systemQuery<Login>(
    `select password_hash is not null as has_password,
            exists (select from identities i where i.login_id = l.login_id) as has_identity
       from logins l where login_id = $1`,
    [login],
  )
  if (!known || known.has_password === known.has_identity) return 'session'
  return known.has_password ? 'password' : 'identity'
}
