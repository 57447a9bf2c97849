import { sql } from 'kysely'
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

/** Ends the sessions of a record, and those of caregivers who act for its patient. */
export const endSessionsOfRecord = (db: Db, { project, patient }: { project: string; patient: string }) =>
  sql`update sessions set revoked_at = now()
       where project_id = ${project} and revoked_at is null
         and (patient_id = ${patient}
              or caregiver_id in (select caregiver_id from caregivers where project_id = ${project} and patient_id = ${patient}))`.execute(
    db,
  )
