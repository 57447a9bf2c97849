import type { Log } from '../base/log.ts'
import { runEvery } from '../base/run-every.ts'
import type { Database } from '../database/db.ts'

/** Hours of work of a clinic; about 5 MB. */
const events = 10_000
// What one run and its vacuum leave in the indexes is free after the next.
const everyMs = 3_600_000

type Needs = Pick<Database, 'systemQuery'>

/** Sees to it that so many more events fit into the audit trail than stand in it, however full the disk becomes. */
export const reserveAuditSpace = async (database: Needs, wanted = events) => {
  await database.systemQuery('select reserve_audit_space($1)', [wanted])
}

export const startReservingAuditSpace = (database: Needs, log: Log) =>
  runEvery(
    { job: 'audit-reserve', everyMs, firstMs: 60_000, log, failure: 'no space was reserved for the audit trail' },
    () => reserveAuditSpace(database),
  )
