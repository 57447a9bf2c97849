import { readMigrations } from '../../platform/database/migration-files.ts'
import { folderStore } from '../../platform/files/stores/folder-store.ts'
import { type FileStore, StoredFileMissing } from '../../platform/files/stores/store.ts'
import { inParallel, linesOf } from './in-parallel.ts'
import { ListedFile, layout } from './layout.ts'
import { readManifest } from './manifest.ts'
import { isSame, measure, measureFile, type Part } from './part.ts'

const maxConcurrentFiles = 4

export const listedFiles = async function* (folder: string): AsyncGenerator<ListedFile> {
  for await (const line of linesOf(layout(folder).fileList)) yield ListedFile.parse(JSON.parse(line))
}

export type CheckedBackup = Awaited<ReturnType<typeof checkBackup>>

const damaged = (what: string) => new Error(`The backup is damaged: ${what} is not what was written.`)
const incomplete = (what: string) => new Error(`The backup is incomplete: ${what} is missing.`)

/** Reads every byte of a backup. What it returns is safe to restore. */
export const checkBackup = async (folder: string, ...masters: Uint8Array[]) => {
  const { manifest, key } = await readManifest(folder, ...masters)
  const ownMigrations = (await readMigrations()).map(({ name }) => name)
  const later = manifest.migrations.filter((name) => !ownMigrations.includes(name))
  if (later.length > 0)
    throw new Error(`The backup is of a newer version of Fornix (${manifest.program}). Restore it with that one.`)

  const at = layout(folder)
  const parts: [string, string, Part][] = [
    ...manifest.tables.map((table): [string, string, Part] => [
      `tables/${table.name}.copy`,
      at.table(table.name),
      table,
    ]),
    ['files.jsonl', at.fileList, manifest.files],
    ['audit-anchors.jsonl', at.anchors, manifest.anchors],
  ]
  for (const [name, path, written] of parts) {
    const found = await measureFile(path)
    if (!found) throw incomplete(name)
    if (!isSame(found, written)) throw damaged(name)
  }
  const store = await folderStore(at.files)
  await inParallel(listedFiles(folder), maxConcurrentFiles, (file) => checkFile(store, file))
  return { folder, manifest, key, store }
}

const checkFile = async (store: FileStore, file: ListedFile) => {
  if (file.missing) return
  const found = await store
    .get(file.key)
    .then(measure)
    .catch((error: unknown) => {
      throw error instanceof StoredFileMissing ? incomplete(`the stored file ${file.key}`) : error
    })
  if (!isSame(found, file)) throw damaged(`the stored file ${file.key}`)
}
