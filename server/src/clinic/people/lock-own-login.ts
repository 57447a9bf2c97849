import { sessionEndedError } from '../../platform/base/errors.ts'
import type { Db } from '../../platform/database/db.ts'
import { lockLogin } from '../../platform/sessions/session-family.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'

/**
 * For the transaction that changes how a login is proven.
 * One change waits for the other, and a session that one of them has ended, for example by a mailed link, can no longer change anything.
 */
export const lockOwnLogin = async (db: Db, { login, session }: Pick<Caller, 'login' | 'session'>) => {
  await lockLogin(db, login)
  const active = await db
    .selectFrom('sessions')
    .select('session_id')
    .where('session_id', '=', session)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!active) throw sessionEndedError()
}
