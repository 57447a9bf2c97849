import type { Log } from '../../platform/base/log.ts'
import { runEvery } from '../../platform/base/run-every.ts'
import type { Database } from '../../platform/database/db.ts'
import { unsentTextDays } from '../../platform/mail/outbox.ts'
import type { TableRules } from './rules.ts'

const forgetFailed = `update mail_outbox set body = '', calendar = null
  where status = 'failed' and body <> '' and created_at <= now() - interval '${unsentTextDays} days'`

const forgetUses = 'delete from rate_limits where expire < (extract(epoch from now()) * 1000)::bigint'

const everyMs = 10 * 60_000

/** A late sweep reveals nothing: see `expires`. */
export const deleteExpired = async (database: Pick<Database, 'systemQuery'>, rules: readonly TableRules[]) => {
  for (const { table, expires } of rules) {
    if (!expires) continue
    const { since, hours, unless = 'false' } = expires
    await database.systemQuery(
      `delete from ${table} t where ${since} <= now() - make_interval(hours => $1) and not (${unless})`,
      [hours],
    )
  }
  for (const text of [forgetFailed, forgetUses]) await database.systemQuery(text, [])
}

/** If it runs on several nodes at once, the same rows are deleted once. */
export const startDeletingExpired = (database: Database, rules: readonly TableRules[], log: Log) =>
  runEvery({ job: 'expired-rows', everyMs, log, failure: 'expired rows are still there' }, () =>
    deleteExpired(database, rules),
  )
