import { hourMs } from '@fornix/contract'
import { sql } from 'kysely'
import { runEvery } from '../../platform/base/run-every.ts'
import type { Db } from '../../platform/database/db.ts'
import { mayDeleteFiles } from '../../platform/files/deletion-pause.ts'
import type { FileStore } from '../../platform/files/stores/store.ts'
import { purgeDeleted } from './purge.ts'

const batch = 200

type Needs = Parameters<typeof purgeDeleted>[0] & { store: FileStore; keepDays: number }

type Removing = Pick<Needs, 'database' | 'store' | 'keepDays'>

/** Locked until their bytes are gone: a project that returns either waits for that, or has already taken its files off the list. */
const removeSome = async (db: Db, { store, keepDays }: Removing) => {
  await sql`select set_config('idle_in_transaction_session_timeout', '0', true)`.execute(db)
  const rows = await db
    .selectFrom('file_removals')
    .select(['project_id', 'storage_key'])
    .where('removed_at', '<=', sql<string>`now() - make_interval(days => ${keepDays})`)
    .orderBy('removed_at')
    .limit(batch)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { storage_key } of rows) await store.delete(storage_key)
  await sql`delete from file_removals r
    using unnest(${rows.map(({ project_id }) => project_id)}::uuid[], ${rows.map(({ storage_key }) => storage_key)}::text[]) g (project_id, key)
    where (r.project_id, r.storage_key) = (g.project_id, g.key)`.execute(db)
  return rows.length
}

/**
 * Deletes stored files this many days after their rows: a database restored to a moment in between still finds them.
 * Files left over after a kill are still on the list.
 */
export const removeFiles = async (needs: Removing, stopping?: AbortSignal) => {
  let removed = 0
  for (;;) {
    stopping?.throwIfAborted()
    if (!(await mayDeleteFiles(needs.database))) return removed
    const some = await needs.database.unscoped('delete what was let go of', (db) => removeSome(db, needs))
    removed += some
    if (some < batch) return removed
  }
}

/** Once an hour, starting some minutes after the start. */
export const startRetention = (needs: Needs) =>
  runEvery(
    {
      job: 'retention',
      everyMs: hourMs,
      firstMs: 15 * 60_000,
      log: needs.log,
      failure: 'deleted records are still there',
    },
    async (stopping) => {
      await purgeDeleted(needs, stopping)
      await removeFiles(needs, stopping)
    },
  )
