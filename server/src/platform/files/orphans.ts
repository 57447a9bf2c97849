import { dayMs } from '@fornix/contract'
import type { Log } from '../base/log.ts'
import { runEvery } from '../base/run-every.ts'
import type { Database } from '../database/db.ts'
import { mayDeleteFiles } from './deletion-pause.ts'
import type { FileStore } from './stores/store.ts'

const batch = 500
/** An upload takes minutes; a file without a row after a day will never get one. */
const minDays = 1
/** More than this, and more than a tenth of all: the store belongs to another database, or the rows are not visible. */
const expected = 20
const expectedShare = 0.1

export const isNamedIn = (table: string) =>
  `exists (select from projects p join ${table} t on t.project_id = p.project_id and t.storage_key = key)`

type Needs = {
  database: Pick<Database, 'systemQuery'>
  store: FileStore
  /** Every table whose rows reference stored files, or files waiting to be deleted. */
  tablesOfKeys: readonly string[]
  log: Log
  keepDays: number
}

/** The keys that no row references, queried by project because the indexes begin with it. */
const withoutRow = async ({ database, tablesOfKeys }: Pick<Needs, 'database' | 'tablesOfKeys'>, keys: string[]) =>
  (
    await database.systemQuery<{ key: string }>(
      `select key from unnest($1::text[]) key where not (${tablesOfKeys.map(isNamedIn).join(' or ')})`,
      [keys],
    )
  ).map(({ key }) => key)

/**
 * Deletes files whose process died before writing their row, as late as files whose row was deleted: after a restore to the wrong
 * minute, files of later minutes are still there. If two nodes do this at once, objects are deleted once. Returns how many.
 */
export const deleteOrphans = async (
  { database, store, tablesOfKeys, log, keepDays }: Needs,
  stopping?: AbortSignal,
) => {
  await store.sweep(Date.now() - minDays * dayMs)
  const youngest = Date.now() - Math.max(minDays, keepDays) * dayMs
  const orphans: string[] = []
  let old: string[] = []
  let seen = 0
  const deleteUnreferenced = async () => {
    orphans.push(...(await withoutRow({ database, tablesOfKeys }, old)))
    seen += old.length
    old = []
  }
  for await (const { key, changedMs } of store.list()) {
    stopping?.throwIfAborted()
    if (changedMs > youngest) continue
    old.push(key)
    if (old.length === batch) await deleteUnreferenced()
  }
  if (old.length > 0) await deleteUnreferenced()

  if (orphans.length > expected && orphans.length > seen * expectedShare) {
    log.error(
      { alert: 'orphans', orphans: orphans.length, seen },
      'too many stored files without a row; none is deleted. Do DATABASE_URL and FILES_URL belong together?',
    )
    return 0
  }
  // A backup's snapshot may still reference them; try again tomorrow.
  if (orphans.length > 0 && !(await mayDeleteFiles(database))) return 0
  for (const key of orphans) await store.delete(key)
  if (orphans.length > 0) log.info({ orphans: orphans.length, seen }, 'stored files without a row deleted')
  return orphans.length
}

/** Once a day, for the first time some minutes after startup. */
export const startDeletingOrphans = (needs: Needs) =>
  runEvery(
    {
      job: 'orphans',
      everyMs: dayMs,
      firstMs: 10 * 60_000,
      log: needs.log,
      failure: 'stored files without a row are still there',
    },
    (stopping) => deleteOrphans(needs, stopping),
  )
