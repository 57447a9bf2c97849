import { sql } from 'kysely'
import { codeOf } from '../base/unknown-error.ts'
import type { Database } from '../database/db.ts'
import { locks } from '../database/locks.ts'

const lockNotAvailable = '55P03'

/** Keeps jobs from deleting stored files during the work: a backup copies files from its snapshot, and their rows may be gone by then. */
export const withoutDeletions = <T>(database: Pick<Database, 'unscoped'>, work: () => Promise<T>) =>
  database.unscoped('a lock that lasts as long as a backup', async (db) => {
    // A job that only checks holds the lock briefly.
    await sql`select set_config('lock_timeout', '1s', true), set_config('idle_in_transaction_session_timeout', '0', true)`.execute(
      db,
    )
    await sql`select pg_advisory_xact_lock(${locks.deletions})`.execute(db).catch((error: unknown) => {
      if (codeOf(error) !== lockNotAvailable) throw error
      throw new Error('Another backup is being made. Wait for its end.', { cause: error })
    })
    return work()
  })

/** Called before deleting files without a row: a backup that starts after this check references none of them. */
export const mayDeleteFiles = async (database: Pick<Database, 'systemQuery'>) => {
  const [row] = await database.systemQuery<{ free: boolean }>('select pg_try_advisory_xact_lock_shared($1) as free', [
    locks.deletions,
  ])
  return row?.free === true
}
