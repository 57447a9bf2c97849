import { link, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from '../../platform/base/make-folder.ts'
import { syncFolder } from '../../platform/base/sync-folder.ts'
import { codeOf } from '../../platform/base/unknown-error.ts'
import { pathInFolder } from '../../platform/files/stores/folder-store.ts'
import { listedFiles } from './check-backup.ts'
import { layout } from './layout.ts'
import { readManifest } from './manifest.ts'
import { isSame, measureFile, type Part } from './part.ts'

/** Reuses a stored file of an earlier backup in a new one; undefined if it must be copied from the store. */
export type ReuseFile = (key: string, filesOfBackup: string) => Promise<Part | undefined>

/** A different disk, a disk without hard links, or a missing file. */
const unlinkable = ['EXDEV', 'EPERM', 'EMLINK', 'ENOENT']

/** The files of an earlier backup: stored files never change, so a hard link is as good as a copy if the file is still what was written. */
export const earlierFiles = async (folder: string, masters: Uint8Array[]) => {
  const { manifest } = await readManifest(folder, ...masters)
  const list = await measureFile(layout(folder).fileList)
  if (!list || !isSame(list, manifest.files))
    throw new Error('The earlier backup is damaged: files.jsonl is not what was written.')
  const earlierParts = new Map<string, Part>()
  for await (const file of listedFiles(folder))
    if (!file.missing) earlierParts.set(file.key, { bytes: file.bytes, sha256: file.sha256 })

  let reused = 0
  const reuse: ReuseFile = async (key, filesOfBackup) => {
    const part = earlierParts.get(key)
    if (!part) return undefined
    const path = pathInFolder(filesOfBackup, key)
    await makeFolder(dirname(path))
    try {
      await link(pathInFolder(layout(folder).files, key), path)
    } catch (error) {
      if (unlinkable.includes(codeOf(error) ?? '')) return undefined
      throw error
    }
    const found = await measureFile(path)
    if (found && isSame(found, part)) {
      await syncFolder(dirname(path))
      reused++
      return part
    }
    await rm(path, { force: true })
    return undefined
  }
  return { reuse, reused: () => reused }
}
