import { pipeline } from 'node:stream'
import { listedFiles } from '../backup/check-backup.ts'
import { inParallel } from '../backup/in-parallel.ts'
import { layout } from '../backup/layout.ts'
import { isSame, measuring, type Part } from '../backup/part.ts'
import { folderStore } from '../files/stores/folder-store.ts'
import { type FileStore, StoredFileMissing } from '../files/stores/store.ts'
import { appendingTo, filesListed, preparedList, takenList } from './prepared-files.ts'

const filesAtOnce = 8

type Listed = Part & { key: string }

/** Copies one file and compares it on the way; one that is not what was written is taken back. */
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

/** Takes what `--prepare` of the other place has put into the folder so far, while people work there. */
export const prepareImport = async (folder: string, store: FileStore, dataFolder: string) => {
  const from = await folderStore(layout(folder).files)
  const taken = await filesListed(takenList(dataFolder))
  const known = await filesListed(preparedList(folder))
  const left = async function* () {
    for (const [key, part] of known) if (!taken.has(key)) yield { key, ...part }
  }
  await appendingTo(takenList(dataFolder), (add) =>
    inParallel(left(), filesAtOnce, async (file) => {
      await takeFile(from, store, file)
      add(file)
    }),
  )
  return known.size
}

/** Takes the rest. What it took is given back by `undo`, where the rows do not follow. */
export const importFiles = async (folder: string, store: FileStore, dataFolder: string) => {
  const from = await folderStore(layout(folder).files)
  const taken = await filesListed(takenList(dataFolder))
  const added: string[] = []
  const undo = async () => {
    for (const key of added) await store.delete(key).catch(() => {})
  }
  try {
    await inParallel(listedFiles(folder), filesAtOnce, async (file) => {
      const before = taken.get(file.key)
      if (file.missing || (before && isSame(before, file))) return
      added.push(file.key)
      await takeFile(from, store, file)
    })
  } catch (error) {
    await undo()
    throw error
  }
  return { undo }
}
