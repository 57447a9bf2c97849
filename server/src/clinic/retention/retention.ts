import { runEvery } from '../../platform/base/run-every.ts'
import { mayDeleteFiles } from '../../platform/files/deletion-pause.ts'
import type { FileStore } from '../../platform/files/stores/store.ts'
import { purgeDeleted } from './purge.ts'

const hourMs = 3_600_000
const batch = 200

type Needs = Parameters<typeof purgeDeleted>[0] & { store: FileStore; keepDays: number }

/**
 * Deletes stored files so many days after their rows: a database that is restored to a moment in between still finds them. What a
 * kill leaves is on the list still.
 */
export const removeFiles = async (
  { database, store, keepDays }: Pick<Needs, 'database' | 'store' | 'keepDays'>,
  stopping?: AbortSignal,
) => {
  let removed = 0
  for (;;) {
    stopping?.throwIfAborted()
    if (!(await mayDeleteFiles(database))) return removed
    const rows = await database.systemQuery<{ project_id: string; storage_key: string }>(
      `select project_id, storage_key from file_removals
        where removed_at <= now() - make_interval(days => $2) order by removed_at limit $1`,
      [batch, keepDays],
    )
    for (const { storage_key } of rows) await store.delete(storage_key)
    await database.systemQuery(
      'delete from file_removals r using unnest($1::uuid[], $2::text[]) g (project_id, key) where (r.project_id, r.storage_key) = (g.project_id, g.key)',
      [rows.map(({ project_id }) => project_id), rows.map(({ storage_key }) => storage_key)],
    )
    removed += rows.length
    if (rows.length < batch) return removed
  }
}

/** Once an hour, the first time some minutes after the start. */
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
