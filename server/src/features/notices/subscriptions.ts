import { maxPushBrowsers } from '@fornix/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database, Db } from '../../platform/database/db.ts'
import type { PushKeys } from '../../platform/push/encrypt.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'

/** The sign-in of which the session is the newest; a change of project goes on with it. */
const familyOf = ({ project, session }: Caller) =>
  sql`(select coalesce(family_id, session_id) from sessions where project_id = ${project} and session_id = ${session})`

/** One browser has one address at its push service, whoever signs in there: it tells the last one who did. */
const dropOthers = (db: Db, { login }: Caller, endpoint: string) =>
  db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).where('login_id', '!=', login).execute()

/** Of somebody's browsers these are the last seen; the others make room. */
const dropOldest = (db: Db, { project, person }: Caller) =>
  sql`delete from push_subscriptions where project_id = ${project} and subscription_id in (
        select subscription_id from push_subscriptions where project_id = ${project} and patient_id = ${person}
         order by seen_at desc, subscription_id desc offset ${maxPushBrowsers})`.execute(db)

export const subscribeBrowser = (
  database: Database,
  user: Caller,
  { endpoint, keys }: { endpoint: string; keys: PushKeys },
) =>
  database.unscoped('a browser that shows push notifications', async (db) => {
    await dropOthers(db, user, endpoint)
    await sql`
      insert into push_subscriptions (project_id, subscription_id, patient_id, login_id, family_id, endpoint, p256dh, auth)
      values (${user.project}, ${uuid()}, ${user.person}, ${user.login}, ${familyOf(user)}, ${endpoint}, ${keys.p256dh}, ${keys.auth})
      on conflict (project_id, patient_id, endpoint) do update
        set login_id = excluded.login_id, family_id = excluded.family_id, p256dh = excluded.p256dh, auth = excluded.auth, seen_at = now()`.execute(
      db,
    )
    await dropOldest(db, user)
  })

/** It belongs to this sign-in from now on, for every record of the person. Says whether this record is among them. */
export const keepBrowser = (database: Database, user: Caller, endpoint: string) =>
  database.unscoped('whose browser shows push notifications', async (db) => {
    await dropOthers(db, user, endpoint)
    const { rows } = await sql<{ is_own: boolean }>`
      update push_subscriptions set family_id = ${familyOf(user)}, seen_at = now()
       where endpoint = ${endpoint} and login_id = ${user.login}
      returning project_id = ${user.project} and patient_id = ${user.person} as is_own`.execute(db)
    return rows.some(({ is_own }) => is_own)
  })

export const dropBrowser = (database: Database, { login, person }: Caller, endpoint: string) =>
  database.systemQuery('delete from push_subscriptions where endpoint = $1 and login_id = $2 and patient_id = $3', [
    endpoint,
    login,
    person,
  ])
