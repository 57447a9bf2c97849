import type { Db } from '../../../platform/database/db.ts'
import { endSessionsOfLogin } from '../../../platform/sessions/session-family.ts'
import { factorName } from '../factors/prove.ts'
import { dropCodes } from '../factors/recovery.ts'
import { clearFailures } from '../failures.ts'

/** Everything that was lost, and whoever may hold it: only in the transaction that stores the new factor. */
export const dropLostFactors = async (db: Db, { login, session }: { login: string; session: string }) => {
  await db.deleteFrom('login_factors').where('login_id', '=', login).execute()
  await dropCodes(db, login)
  await endSessionsOfLogin(db, login, session)
  await db.deleteFrom('known_devices').where('login_id', '=', login).execute()
  await clearFailures(db, factorName(login))
}
