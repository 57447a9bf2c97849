import { sql } from 'kysely'
import type { TableRules } from '../../clinic/retention/rules.ts'
import { runEvery } from '../../platform/base/run-every.ts'
import type { Database } from '../../platform/database/db.ts'
import { isOpen } from '../../platform/database/moving.ts'
import type { Platform } from '../../platform.ts'
import { lockPair } from './locked-pair.ts'
import { type MovedTable, movedTables, moveRows } from './move-rows.ts'

type Merge = { project_id: string; merge_id: string; kept_id: string; merged_id: string }

// From the first to the last: rows following to a record that was itself merged move on with the next one, and each ledger names them.
const recent = `select project_id, merge_id, kept_id, merged_id from record_merges
  where undone_at is null and merged_at > now() - interval '1 hour' and ${isOpen('record_merges')} order by merged_at`

/**
 * What began before a merge and ended after it, such as an upload, was added to the record just merged: it follows to the kept one.
 * Nothing else can add to it, and no request takes an hour.
 */
export const moveLateRows = async (database: Database, tables: readonly MovedTable[]) => {
  for (const { project_id: project, merge_id: merge, ...ids } of await database.systemQuery<Merge>(recent, [])) {
    const [from, to] = [ids.merged_id, ids.kept_id]
    await database.unscoped('rows that came while records were merged', async (db) => {
      await lockPair(db, { project, kept: to, merged: from })
      const { rows } = await sql`select from record_merges where project_id = ${project} and merge_id = ${merge}
        and undone_at is null for update`.execute(db)
      if (rows.length > 0) await moveRows(db, tables, { project, merge, from, to })
    })
  }
}

export const startMovingLateRows =
  (rules: readonly TableRules[]) =>
  ({ database, log }: Pick<Platform, 'database' | 'log'>) =>
    runEvery(
      { job: 'late-rows', everyMs: 60_000, log, failure: 'rows that came while records were merged were not moved' },
      () => moveLateRows(database, movedTables(rules)),
    )
