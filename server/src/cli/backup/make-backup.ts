import type { KeyObject } from 'node:crypto'
import { appendFile, readdir, readFile, rm } from 'node:fs/promises'
import { v7 as uuid } from 'uuid'
import { anchorFiles } from '../../platform/anchors/anchor-folder.ts'
import type { AuditKeys } from '../../platform/anchors/audit-key.ts'
import { allProjects, writeSystemAudit } from '../../platform/audit/audit.ts'
import { sealAudit } from '../../platform/audit/audit-seal.ts'
import { makeFolder } from '../../platform/base/make-folder.ts'
import type { Database } from '../../platform/database/db.ts'
import { withoutDeletions } from '../../platform/files/deletion-pause.ts'
import { folderStore } from '../../platform/files/stores/folder-store.ts'
import type { FileStore } from '../../platform/files/stores/store.ts'
import { copyFileOf, listFiles } from './copy-files.ts'
import type { ReuseFile } from './earlier-backup.ts'
import { layout } from './layout.ts'
import { newBackupKey, writeManifest } from './manifest.ts'
import { sealMasters } from './recovery-key.ts'
import { appliedMigrations, copyAnchors, copyStorageKeys, copyTables, inSnapshot } from './snapshot.ts'

export type Place = {
  database: Database
  store: FileStore
  /** The current key first: it opens the backup. */
  masters: readonly Buffer[]
  /** The data folder, with the logs of anchors. */
  anchorFolder: string
  /** They sign the heads at the backup's moment, if there are any. */
  auditKeys: AuditKeys | null
  version: string
  /** The public key whose private half can also open the backup. */
  recoveryKey?: KeyObject | undefined
}

/**
 * Copies one moment of the database, the stored files it references and the audit anchors to a new folder. Files may be reused from an
 * earlier backup.
 */
export const makeBackup = (place: Place, folder: string, reuse?: ReuseFile) =>
  // Wraps everything: a backup that is refused must not clean up the folder of the one running.
  withoutDeletions(place.database, async () => {
    await makeFolder(folder)
    if ((await readdir(folder)).length > 0)
      throw new Error(`${folder} is not empty. Name a new folder for each backup.`)
    const backup_id = uuid()
    try {
      await auditBackup(place.database, backup_id)
      return await copyAll(place, folder, backup_id, reuse)
    } catch (error) {
      for (const name of await readdir(folder)) await rm(`${folder}/${name}`, { recursive: true, force: true })
      throw error
    }
  })

const auditBackup = async (database: Database, backup_id: string) => {
  await database.unscoped('a backup reads every project', async (db) =>
    writeSystemAudit(db, 'project.back_up', await allProjects(db), backup_id),
  )
  await sealAudit(database)
}

const copyAll = async (place: Place, folder: string, backup_id: string, reuse?: ReuseFile) => {
  const { database, store, masters, anchorFolder, auditKeys, version, recoveryKey } = place
  const { key, wrapped_key } = newBackupKey(masters[0]!, backup_id)
  const at = layout(folder)
  const keyList = `${at.fileList}.keys`
  // Copied first, so that every head in them is also in the snapshot.
  await appendFile(at.anchors, '', { mode: 0o600 })
  for (const file of await anchorFiles(anchorFolder)) await appendFile(at.anchors, wholly(await readFile(file, 'utf8')))
  const client = database.dedicatedSystem()
  const rows = await inSnapshot(client, async (tables) => ({
    migrations: await appliedMigrations(client),
    tables: await copyTables(client, tables, folder, { key, backup_id }),
    anchors: await copyAnchors(client, at.anchors, auditKeys),
    keys: await copyStorageKeys(client, keyList),
  }))
  const { keys: _, ...parts } = rows
  const to = await folderStore(at.files)
  const files = await listFiles(keyList, at.fileList, async (key) => {
    const part = await reuse?.(key, at.files)
    return part ? { key, ...part } : copyFileOf(store, to, key)
  })
  await rm(keyList)
  const made_at = new Date().toISOString()
  const recovery = recoveryKey && sealMasters(masters, recoveryKey, backup_id)
  const manifest = { format: 1 as const, backup_id, made_at, program: version, wrapped_key, recovery, ...parts, files }
  await writeManifest(folder, manifest, key)
  return manifest
}

// The last line may still be being written.
const wholly = (text: string) => text.slice(0, text.lastIndexOf('\n') + 1)
