import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { hasFactor, methodsOf } from './methods.ts'
import { dropCodes } from './recovery.ts'

/** How long the mailbox can undo what was done with the password alone. */
export const recentDays = 7

const isRecent = sql<boolean>`created_at > now() - make_interval(days => ${recentDays})`
/** What was set up by a recovery had its waiting time: a mailbox alone cannot remove it, as it cannot remove an old one. */
const isRecentFactor = sql<boolean>`${isRecent} and not witnessed`

/** Whether all factors of a login are so new that they may belong to somebody who only knew its password. */
export const hasOnlyRecentFactors = async (db: Db, login: string) => {
  const { only } = await db
    .selectFrom('login_factors')
    .select(sql<boolean | null>`bool_and(${isRecentFactor})`.as('only'))
    .where('login_id', '=', login)
    .executeTakeFirstOrThrow()
  return only === true
}

export const hasRecentFactor = async (db: Db, login: string) =>
  (await db
    .selectFrom('login_factors')
    .select('factor_id')
    .where('login_id', '=', login)
    .where(isRecentFactor)
    .executeTakeFirst()) !== undefined

/**
 * Since when there has been a factor that may belong to somebody who only knew the password.
 * A removed one has left its links: its owner may have put another one in its place.
 */
export const recentFactorSince = async (db: Db, login: string) => {
  const { rows } = await sql<{ first: string | null }>`
    select min(created_at)::text as first from (
      select created_at from login_factors where login_id = ${login} and ${isRecentFactor}
      union all
      select created_at from mailed_tokens t
       where login_id = ${login} and purpose = 'undo_factor' and used_at is null and expires_at > now()
         and not exists (select from login_factors f where f.factor_id = t.factor_id and not (${isRecentFactor}))) recent`.execute(
    db,
  )
  return rows[0]?.first ?? undefined
}

/**
 * Someone who knew the password of a login without a second factor could set up their own, which would lock the owner out for good, or
 * connect an identity, which would keep the door open.
 * A password reset by email removes both again; older ones stay, so that a mailbox alone opens nothing.
 * True if an identity was removed.
 */
export const removeRecentFactors = async (db: Db, login: string) => {
  const { numDeletedRows } = await db
    .deleteFrom('login_factors')
    .where('login_id', '=', login)
    .where(isRecentFactor)
    .executeTakeFirst()
  if (numDeletedRows > 0n && !hasFactor(await methodsOf(db, login))) await dropCodes(db, login)
  const identities = await db.deleteFrom('identities').where('login_id', '=', login).where(isRecent).executeTakeFirst()
  return identities.numDeletedRows > 0n
}
