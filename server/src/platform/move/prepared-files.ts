import { createWriteStream, type WriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { linesOf } from '../backup/in-parallel.ts'
import { ListedFile } from '../backup/layout.ts'
import type { Part } from '../backup/part.ts'

/** The files that were copied while people worked, in the folder of the export. */
export const preparedList = (folder: string) => join(folder, 'prepared.jsonl')
/** Those of an export that this installation has taken already, in its data folder, where nobody else writes. */
export const takenList = (dataFolder: string) => join(dataFolder, 'taken-files.jsonl')

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

const lineOf = (text: string) => {
  try {
    return ListedFile.safeParse(JSON.parse(text)).data
  } catch {
    // The last one may be cut off, and is copied again.
    return undefined
  }
}

/** What stands in such a list, by the file's key. */
export const filesListed = async (path: string) => {
  const files = new Map<string, Part>()
  if (await exists(path))
    for await (const text of linesOf(path)) {
      const line = lineOf(text)
      if (line && !line.missing) files.set(line.key, { bytes: line.bytes, sha256: line.sha256 })
    }
  return files
}

/** Adds lines to a list, on a line of their own also after one that was cut off. */
export const appendingTo = async <T>(path: string, work: (add: (file: ListedFile) => void) => Promise<T>) => {
  const list: WriteStream = createWriteStream(path, { flags: 'a', mode: 0o600, flush: true })
  const written = finished(list)
  written.catch(() => {})
  list.write('\n')
  try {
    return await work((file) => void list.write(`${JSON.stringify(file)}\n`))
  } finally {
    list.end()
    await written
  }
}
