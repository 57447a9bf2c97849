import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { namedLog } from '../../platform/anchors/anchor-folder.ts'
import { makeFolder } from '../../platform/base/make-folder.ts'
import { migrateWithin } from '../../platform/database/migrate.ts'
import { type DatabaseClient, withClient } from '../../platform/database/with-client.ts'
import type { FileStore } from '../../platform/files/stores/store.ts'
import { type CheckedBackup, listedFiles } from './check-backup.ts'
import { holdMail } from './go-back.ts'
import { inParallel } from './in-parallel.ts'
import { layout } from './layout.ts'
import { loadTables } from './load-tables.ts'
import { plainFormat } from './snapshot.ts'

export type EmptyPlace = {
  ownerUrl: string
  store: FileStore
  /** The data folder: the backup's anchors become a separate file in it. */
  anchorFolder: string
  /** Creates the server's roles, which belong to the whole cluster; called once everything else is known to fit. */
  prepareRoles: () => Promise<void>
  /** Otherwise queued mail is held back: the original installation may have sent it since. */
  sendMail: boolean
}

const maxConcurrentFiles = 8

/** Fills an empty installation from a checked backup: files first, database last, in one transaction. */
export const restoreBackup = async (backup: CheckedBackup, place: EmptyPlace) => {
  const { folder, store } = backup
  await withClient({ connectionString: place.ownerUrl, keepAlive: true }, async (client) => {
    await refuseFilled(client)
    const present = await refuseForeign(place.store, folder)
    await place.prepareRoles()
    const added: string[] = []
    try {
      await inParallel(listedFiles(folder), maxConcurrentFiles, async ({ key, missing }) => {
        if (missing) return
        if (!present.has(key)) added.push(key)
        await place.store.put(key, await store.get(key))
      })
      await keepAnchors(backup, place.anchorFolder)
      await fill(client, backup, place.sendMail)
    } catch (error) {
      for (const key of added) await place.store.delete(key).catch(() => {})
      throw error
    }
    // If its response is lost, the rows may be there and need the files; a second try accepts files without a row.
    await client.query('commit')
  })
}

const refuseFilled = async (client: DatabaseClient) => {
  const { rows } = await client.query<{ encoding: string; tables: number }>(
    `select current_setting('server_encoding') as encoding,
       (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')) as tables`,
  )
  if (rows[0]?.tables !== 0) throw new Error('The database is not empty. Restore into a new one: nothing was changed.')
  if (rows[0]?.encoding !== 'UTF8') throw new Error('The database needs the encoding UTF8.')
}

/** An interrupted restore leaves files behind; a second try accepts those, and no others. */
const refuseForeign = async (store: FileStore, folder: string) => {
  const present = new Set<string>()
  for await (const { key } of store.list()) present.add(key)
  const foreign = new Set(present)
  if (present.size > 0) for await (const { key } of listedFiles(folder)) foreign.delete(key)
  if (foreign.size > 0)
    throw new Error(
      `The place for files is not empty: ${foreign.size} of its files are not in the backup. Nothing was changed.`,
    )
  return present
}

/** Next to those already there, which may know more than the backup. */
const keepAnchors = async ({ folder, manifest }: CheckedBackup, to: string) => {
  await makeFolder(to)
  const anchors = await readFile(layout(folder).anchors)
  await writeFile(join(to, namedLog(manifest.backup_id)), anchors, { mode: 0o600, flush: true })
}

const fill = async (client: DatabaseClient, backup: CheckedBackup, sendMail: boolean) => {
  // Schema and rows are restored in one transaction.
  await client.query(`begin; ${plainFormat}`)
  await migrateWithin(client, backup.manifest.migrations.at(-1))
  await loadTables(client, backup)
  if (!sendMail) await client.query(holdMail)
  await migrateWithin(client)
}
