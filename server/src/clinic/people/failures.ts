import { sql } from 'kysely'
import { addressKey } from '../../platform/calls/rate-limits.ts'
import type { Database, Db } from '../../platform/database/db.ts'
import { locks } from '../../platform/database/locks.ts'
import { hashSecret } from '../../platform/sessions/tokens.ts'

/** Where a password is typed: a device that the owner has used counts alone, everybody else by network address. */
type Place = { name: string; place: string; isKnown: boolean }
type SignInAttempt = { name: string; login: string | undefined; device: string | undefined; address: string }

const freeFailures = 5
// NIST SP 800-63B-4, 3.2.2: at most 100 wrong guesses in a row.
const maxFailures = 100

export const knownDevice = async (database: Database, login: string | undefined, device: string) =>
  (
    await database.systemQuery('select from known_devices where login_id = $1 and device_hash = $2', [
      login ?? null,
      hashSecret(device),
    ])
  ).length > 0

export const placeOf = async (database: Database, { name, login, device, address }: SignInAttempt): Promise<Place> =>
  device && (await knownDevice(database, login, device))
    ? { name, place: `device ${hashSecret(device).toString('hex')}`, isKnown: true }
    : { name, place: `address ${addressKey(address)}`, isKnown: false }

const holdName = (db: Db, hash: Buffer) =>
  sql`select pg_advisory_xact_lock(${locks.signInFailures}, ${hash.readInt32BE()})`.execute(db)

/**
 * Whether a password may be tried from there now.
 * The attempt counts as a failure from this moment on, so that simultaneous guesses count one by one; the right password takes it back.
 * While a place waits nothing is tried, so nothing is counted.
 */
export const mayTry = ({ unscoped }: Database, { name, place, isKnown }: Place) =>
  unscoped('count an attempt to sign in', async (db) => {
    const hash = hashSecret(name)
    await holdName(db, hash)
    // A place waits for its own failures. Strangers are stopped by the failures of all their places together.
    const { rows } = await sql`
      with so_far as (
        select coalesce(sum(failures) filter (where place = ${place}), 0)::int as here,
               coalesce(sum(failures) filter (where place = ${place} or not (is_known or ${isKnown})), 0) as in_a_row,
               coalesce(bool_or(blocked_until > now()) filter (where place = ${place}), false) as is_blocked
          from sign_in_failures where name_hash = ${hash}),
      allowed as (select here + 1 as failures from so_far where not is_blocked and in_a_row < ${maxFailures}),
      counted as (
        insert into sign_in_failures (name_hash, place, is_known, failures, blocked_until)
        select ${hash}, ${place}, ${isKnown}, failures,
               case when failures >= ${freeFailures} then now() + least(interval '15 minutes',
                 interval '30 seconds' * power(2, least(failures - ${freeFailures}, 10))) end
          from allowed
        on conflict (name_hash, place) do update
          set failures = excluded.failures, blocked_until = excluded.blocked_until, last_at = now())
      select 1 from allowed`.execute(db)
    return rows.length > 0
  })

/**
 * Takes back one attempt that `mayTry` has counted, and none before it.
 * A wait ends with it: while a place waits nothing is counted, so the place was not waiting before this attempt.
 */
export const refundAttempt = async (db: Db, { name, place }: Place) => {
  const hash = hashSecret(name)
  await holdName(db, hash)
  await db
    .updateTable('sign_in_failures')
    .set({ failures: sql<number>`failures - 1`, blocked_until: null })
    .where('name_hash', '=', hash)
    .where('place', '=', place)
    .where('failures', '>', 0)
    .execute()
}

/** Clears the failures of a name: those of one place, or all. */
export const clearFailures = (db: Db, name: string, place?: string) =>
  db
    .deleteFrom('sign_in_failures')
    .where('name_hash', '=', hashSecret(name))
    .$if(place !== undefined, (query) => query.where('place', '=', place ?? ''))
    .execute()
