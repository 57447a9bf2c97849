import { draftHours } from '@fornix/contract'
import type { Database } from './db.ts'
import type { Log } from './log.ts'

/** Rows that nobody may read any more; what reads them checks their age itself, so that a late sweep shows nothing. */
const expiring = [{ table: 'drafts', since: 'saved_at', hours: draftHours }] as const

const everyMs = 10 * 60_000

export const deleteExpired = async (database: Pick<Database, 'systemQuery'>) => {
  for (const { table, since, hours } of expiring)
    await database.systemQuery(`delete from ${table} where ${since} <= now() - make_interval(hours => $1)`, [hours])
}

/** On several nodes at once it deletes the same rows once. */
export const startDeletingExpired = (database: Database, log: Log) => {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= deleteExpired(database)
      .catch((err: Error) => log.warn({ err }, 'expired rows are still there'))
      .finally(() => {
        running = undefined
      })
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
