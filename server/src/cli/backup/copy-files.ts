import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { pipeline as piped } from 'node:stream/promises'
import { type FileStore, StoredFileMissing } from '../../platform/files/stores/store.ts'
import { inParallel, linesOf } from './in-parallel.ts'
import type { ListedFile } from './layout.ts'
import { measuring } from './part.ts'

const maxConcurrentFiles = 8

/** Takes each stored file in a list of keys, and writes one line per file about what was taken. */
export const listFiles = async (keyList: string, fileList: string, take: (key: string) => Promise<ListedFile>) => {
  const list = createWriteStream(fileList, { flags: 'wx', mode: 0o600, flush: true })
  const measure = measuring()
  const written = piped(measure, list)
  written.catch(() => {})
  const found = { count: 0, missing: 0 }
  try {
    await inParallel(linesOf(keyList), maxConcurrentFiles, async (key) => {
      const file = await take(key)
      if (file.missing) found.missing++
      else found.count++
      measure.write(`${JSON.stringify(file)}\n`)
    })
  } finally {
    measure.end()
    await written
  }
  return { ...measure.part(), ...found }
}

/** A file missing from the store must not prevent a backup: it is listed as missing and reported. */
export const copyFileOf = async (from: FileStore, to: FileStore, key: string): Promise<ListedFile> => {
  const measure = measuring()
  try {
    // The callback is empty because the error also reaches the store that reads the result.
    await to.put(
      key,
      pipeline(await from.get(key), measure, () => {}),
    )
    return { key, ...measure.part() }
  } catch (error) {
    if (error instanceof StoredFileMissing) return { key, missing: true }
    throw error
  }
}
