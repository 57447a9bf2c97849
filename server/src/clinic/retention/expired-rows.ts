import type { Log } from '../../platform/base/log.ts'
import { runEvery } from '../../platform/base/run-every.ts'
import type { Database } from '../../platform/database/db.ts'
import type { TableRetention } from './rules.ts'

/** A mail that was given up keeps no text: one-time links stand in it. */
const forgetFailed = `update mail_outbox set body = '', calendar = null
  where status = 'failed' and body <> '' and created_at <= now() - interval '7 days'`

const everyMs = 10 * 60_000

/** A late sweep shows nothing to anybody: see `expires`. */
export const deleteExpired = async (database: Pick<Database, 'systemQuery'>, rules: readonly TableRetention[]) => {
  for (const { table, expires } of rules) {
    if (!expires) continue
    const { since, hours, unless = 'false' } = expires
    await database.systemQuery(
      `delete from ${table} t where ${since} <= now() - make_interval(hours => $1) and not (${unless})`,
      [hours],
    )
  }
  await database.systemQuery(forgetFailed, [])
}

/** On several nodes at once it deletes the same rows once. */
export const startDeletingExpired = (database: Database, rules: readonly TableRetention[], log: Log) =>
  runEvery({ job: 'expired-rows', everyMs, log, failure: 'expired rows are still there' }, () =>
    deleteExpired(database, rules),
  )
