import type { Log } from '../base/log.ts'
import { runEvery } from '../base/run-every.ts'
import type { Database } from '../database/db.ts'
import { mayDeleteFiles } from './deletion-pause.ts'
import type { FileStore } from './stores/store.ts'

const dayMs = 86_400_000
const batch = 500
/** An upload takes minutes; what has no row after a day will never get one. */
const leastDays = 1
/** More than these, and more than a tenth of all: the store belongs to another database, or the rows are not to be seen. */
const expected = 20
const expectedShare = 0.1

/** Every table whose rows name stored files. */
export const tablesOfFiles = ['files', 'archive_instances'] as const
/** The same, and those whose files wait for their deletion. */
export const tablesOfKeys = [...tablesOfFiles, 'file_removals']
const isNamedIn = (table: string) =>
  `exists (select from projects p join ${table} t on t.project_id = p.project_id and t.storage_key = key)`

/** Those of the keys that a row of any project names. */
export const withRow = async (database: Pick<Database, 'systemQuery'>, keys: string[]) =>
  (
    await database.systemQuery<{ key: string }>(
      `select key from unnest($1::text[]) key where ${tablesOfFiles.map(isNamedIn).join(' or ')}`,
      [keys],
    )
  ).map(({ key }) => key)

/** Those of the keys that no row names, asked by project because that is how the indexes begin. */
const withoutRow = async (database: Pick<Database, 'systemQuery'>, keys: string[]) =>
  (
    await database.systemQuery<{ key: string }>(
      `select key from unnest($1::text[]) key where not (${tablesOfKeys.map(isNamedIn).join(' or ')})`,
      [keys],
    )
  ).map(({ key }) => key)

type Needs = { database: Pick<Database, 'systemQuery'>; store: FileStore; log: Log; keepDays: number }

/**
 * Deletes what a process that died stored and never wrote a row for, as late as what a row has let go of: after a restore to the
 * wrong minute, the files of later minutes are still there. Two nodes that do this at once delete the same objects once. Returns how many.
 */
export const deleteOrphans = async ({ database, store, log, keepDays }: Needs, stopping?: AbortSignal) => {
  await store.sweep(Date.now() - leastDays * dayMs)
  const youngest = Date.now() - Math.max(leastDays, keepDays) * dayMs
  const orphans: string[] = []
  let old: string[] = []
  let seen = 0
  const deleteUnreferenced = async () => {
    orphans.push(...(await withoutRow(database, old)))
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
  // A backup's snapshot may still name them; tomorrow is another day.
  if (orphans.length > 0 && !(await mayDeleteFiles(database))) return 0
  for (const key of orphans) await store.delete(key)
  if (orphans.length > 0) log.info({ orphans: orphans.length, seen }, 'stored files without a row deleted')
  return orphans.length
}

/** Once a day, the first time some minutes after the start. */
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
