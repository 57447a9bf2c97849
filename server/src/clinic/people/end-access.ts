import type { Db } from '../../platform/database/db.ts'
import { endSessionsOfLogin } from '../../platform/sessions/session-family.ts'

/** Whoever added a factor, or changed the address, knew the password, so it opens nothing any more. True where there was one. */
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
