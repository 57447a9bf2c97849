import type { Db } from '../../platform/database/db.ts'
import { endSessionsOfLogin } from '../../platform/sessions/session-family.ts'

/** A user who added a factor, or changed the address, knew the password, so it stops working. True if there was one. */
export const endAccess = async (db: Db, login: string) => {
  const { password_hash } = await db
    .selectFrom('logins')
    .select('password_hash')
    .where('login_id', '=', login)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await db
    .updateTable('logins')
    .set({ password_hash: null, short_password: false })
    .where('login_id', '=', login)
    .execute()
  await endSessionsOfLogin(db, login)
  await db.deleteFrom('known_devices').where('login_id', '=', login).execute()
  return password_hash !== null
}
