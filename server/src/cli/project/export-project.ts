import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { v7 as uuid } from 'uuid'
import { makeFolder } from '../../platform/base/make-folder.ts'
import type { Database } from '../../platform/database/db.ts'
import { withoutDeletions } from '../../platform/files/deletion-pause.ts'
import { folderStore } from '../../platform/files/stores/folder-store.ts'
import type { FileStore } from '../../platform/files/stores/store.ts'
import { copyFileOf, listFiles } from '../backup/copy-files.ts'
import { inParallel, linesOf } from '../backup/in-parallel.ts'
import { layout } from '../backup/layout.ts'
import { newBackupKey, writeManifest } from '../backup/manifest.ts'
import { appliedMigrations, copyStorageKeys, inSnapshot } from '../backup/snapshot.ts'
import { awaitUnfinished, closeProject, openProject } from './close-project.ts'
import { exportRows } from './export-rows.ts'
import type { MoveManifest } from './move-manifest.ts'
import type { Rewrites } from './move-rows.ts'
import { appendingTo, filesListed, preparedList, sealOfLine } from './prepared-files.ts'

export type LeavingProject = MoveManifest['project']
export type Leaving = {
  database: Database
  store: FileStore
  project: LeavingProject
  folder: string
  /** The key of the move, under which everything else in the folder is encrypted. */
  moveKey: Uint8Array
}
export type Closed = Leaving & {
  version: string
  /** The key for checking the seals of its forms. */
  sealKey: string
  /** How long its people are told to wait. */
  minutes: number
  rewritesFor: (key: Uint8Array) => Rewrites
}

const maxConcurrentFiles = 8
const prepared = ['files', 'prepared.jsonl']

/** A previous run may have put these here; anything else is not ours. */
const refuseForeign = async (folder: string) => {
  await makeFolder(folder)
  const keys = listOfKeys(folder)
  if ((await readdir(folder)).some((name) => ![...prepared, basename(keys)].includes(name)))
    throw new Error(`${folder} holds something else. Name a new folder, or the one that --prepare has filled.`)
  // Left by a run that was killed.
  await rm(keys, { force: true })
}

const listOfKeys = (folder: string) => `${layout(folder).fileList}.keys`

/** Copies the stored files while people work: files never change, so only later ones remain for the time it is closed. */
export const prepareExport = async ({ database, store, project, folder, moveKey }: Leaving) => {
  await refuseForeign(folder)
  const keys = listOfKeys(folder)
  const seal = sealOfLine(moveKey, project.project_id)
  const preparedFiles = await filesListed(preparedList(folder), seal)
  const to = await folderStore(layout(folder).files)
  let copied = 0
  try {
    const client = database.dedicatedSystem()
    await inSnapshot(client, () => copyStorageKeys(client, keys, project.project_id))
    await appendingTo(
      preparedList(folder),
      (add) =>
        inParallel(linesOf(keys), maxConcurrentFiles, async (key) => {
          if (preparedFiles.has(key)) return
          const file = await copyFileOf(store, to, key)
          if (file.missing) return
          add(file)
          copied++
        }),
      seal,
    )
  } finally {
    await rm(keys, { force: true })
  }
  return { copied, before: preparedFiles.size }
}

/** Closes the project and writes all of it to the folder. A failure reopens it. */
export const exportProject = (leaving: Closed) =>
  // A file that a job deletes meanwhile would be missing from the folder.
  withoutDeletions(leaving.database, async () => {
    const { database, project, folder, minutes } = leaving
    await refuseForeign(folder)
    const move_id = uuid()
    await closeProject(database, { project: project.project_id, move_id, minutes })
    try {
      await awaitUnfinished(database, project.project_id)
      return await copyAll(leaving, move_id)
    } catch (error) {
      for (const name of await readdir(folder))
        if (!prepared.includes(name)) await rm(join(folder, name), { recursive: true, force: true })
      await openProject(database, project.project_id, move_id)
      throw error
    }
  })

const copyAll = async ({ database, store, project, folder, ...leaving }: Closed, move_id: string) => {
  const { key, wrapped_key } = newBackupKey(leaving.moveKey, move_id)
  const { project_id } = project
  const keys = listOfKeys(folder)
  const client = database.dedicatedSystem()
  const rows = await inSnapshot(client, async () => ({
    migrations: await appliedMigrations(client),
    tables: await exportRows(client, { project: project_id, folder, key, move_id, rewrites: leaving.rewritesFor(key) }),
    keys: await copyStorageKeys(client, keys, project_id),
  }))
  const at = layout(folder)
  const to = await folderStore(at.files)
  const preparedFiles = await filesListed(preparedList(folder), sealOfLine(leaving.moveKey, project_id))
  const files = await listFiles(keys, at.fileList, async (key) => {
    const part = preparedFiles.get(key)
    return part ? { key, ...part } : copyFileOf(store, to, key)
  })
  await rm(keys)
  const manifest: MoveManifest = {
    format: 'project 1',
    backup_id: move_id,
    made_at: new Date().toISOString(),
    program: leaving.version,
    migrations: rows.migrations,
    wrapped_key,
    project,
    seal_key: leaving.sealKey,
    tables: rows.tables,
    files,
  }
  await writeManifest(folder, manifest, key)
  return manifest
}
