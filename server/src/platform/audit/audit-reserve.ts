import { hourMs } from '@fornix/contract'
import type { Log } from '../base/log.ts'
import { runEvery } from '../base/run-every.ts'
import type { Database } from '../database/db.ts'

/** A clinic's work of several hours; about 5 MB. */
const events = 10_000
// Index space that one run and its vacuum leave behind is free after the next.
const everyMs = hourMs

type Needs = Pick<Database, 'systemQuery'>

/** Makes sure that this many more events fit into the audit trail, however full the disk gets. */
export const reserveAuditSpace = async (database: Needs, wanted = events) => {
  await database.systemQuery('select reserve_audit_space($1)', [wanted])
}

export const startReservingAuditSpace = (database: Needs, log: Log) =>
  runEvery(
    { job: 'audit-reserve', everyMs, firstMs: 60_000, log, failure: 'no space was reserved for the audit trail' },
    () => reserveAuditSpace(database),
  )
