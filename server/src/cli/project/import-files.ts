import { pipeline } from 'node:stream'
import { tablesOfFiles } from '../../clinic/retention/tables-of-files.ts'
import type { Database } from '../../platform/database/db.ts'
import { isNamedIn } from '../../platform/files/orphans.ts'
import { folderStore } from '../../platform/files/stores/folder-store.ts'
import { type FileStore, StoredFileMissing } from '../../platform/files/stores/store.ts'
import { listedFiles } from '../backup/check-backup.ts'
import { inParallel } from '../backup/in-parallel.ts'
import { layout } from '../backup/layout.ts'
import { isSame, measure, measuring, type Part } from '../backup/part.ts'
import { appendingTo, filesListed, preparedList, takenList } from './prepared-files.ts'

const maxConcurrentFiles = 8
const filesAsked = 500

type Listed = Part & { key: string }

/** Copies one file and verifies it along the way; one that is not what was written is removed. */
const takeFile = async (from: FileStore, to: FileStore, { key, ...written }: Listed) => {
  const measure = measuring()
  const source = await from.get(key).catch((error: unknown) => {
    throw error instanceof StoredFileMissing
      ? new Error(`The export is incomplete: the stored file ${key} is missing.`)
      : error
  })
  // The callback is empty because the error also reaches the store that reads the result.
  await to.put(
    key,
    pipeline(source, measure, () => {}),
  )
  if (isSame(measure.part(), written)) return
  await to.delete(key)
  throw new Error(`The export is damaged: the stored file ${key} is not what was written. Nothing was changed.`)
}

type Taking = { database: Pick<Database, 'systemQuery'>; store: FileStore; folder: string; dataFolder: string }

/** The keys that a row of any project references. */
const withRow = async (database: Pick<Database, 'systemQuery'>, keys: string[]) =>
  (
    await database.systemQuery<{ key: string }>(
      `select key from unnest($1::text[]) key where ${tablesOfFiles.map(isNamedIn).join(' or ')}`,
      [keys],
    )
  ).map(({ key }) => key)

/** Refuses file keys that already belong to a project here; the folder's contents are not trusted. */
const refusingNamed = async function* <F extends { key: string }>({ database }: Taking, files: AsyncGenerator<F>) {
  let some: F[] = []
  const checked = async () => {
    const [taken] = await withRow(
      database,
      some.map(({ key }) => key),
    )
    if (taken) throw new Error(`The stored file ${taken} belongs to another project here. Nothing was changed.`)
    const all = some
    some = []
    return all
  }
  for await (const file of files) {
    some.push(file)
    if (some.length === filesAsked) yield* await checked()
  }
  yield* await checked()
}

const missing = (error: unknown) => {
  if (error instanceof StoredFileMissing) return undefined
  throw error
}
const isThere = async (store: FileStore, key: string) => {
  const start = await store.get(key, { start: 0, end: 0 }).catch(missing)
  start?.destroy()
  return start !== undefined
}

/** Takes what the other installation's `--prepare` has put into the folder so far, while people work there. */
export const prepareImport = async (taking: Taking) => {
  const { folder, store, dataFolder } = taking
  const from = await folderStore(layout(folder).files)
  const taken = await filesListed(takenList(dataFolder))
  const preparedFiles = await filesListed(preparedList(folder))
  const left = async function* () {
    for (const [key, part] of preparedFiles) if (!taken.has(key)) yield { key, ...part }
  }
  await appendingTo(takenList(dataFolder), (add) =>
    inParallel(refusingNamed(taking, left()), maxConcurrentFiles, async (file) => {
      await takeFile(from, store, file)
      add(file)
    }),
  )
  return preparedFiles.size
}

/** Takes the rest. `undo` removes what it added, if the rows cannot be imported. */
export const importFiles = async (taking: Taking) => {
  const { folder, store, dataFolder } = taking
  const from = await folderStore(layout(folder).files)
  const taken = await filesListed(takenList(dataFolder))
  const added: string[] = []
  const undo = async () => {
    for (const key of added) await store.delete(key).catch(() => {})
  }
  /** Files taken earlier may have been deleted since; files that were here before stay, even if the import fails. */
  const isHere = async (file: Listed) => {
    if (!(await isThere(store, file.key))) return false
    const before = taken.get(file.key)
    return isSame(before ?? (await store.get(file.key).then(measure)), file)
  }
  try {
    await inParallel(refusingNamed(taking, listedFiles(folder)), maxConcurrentFiles, async (file) => {
      if (file.missing || (await isHere(file))) return
      added.push(file.key)
      await takeFile(from, store, file)
    })
  } catch (error) {
    await undo()
    throw error
  }
  return { undo }
}
