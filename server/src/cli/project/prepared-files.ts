import { createHmac } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { z } from 'zod'
import { derive } from '../../platform/files/encryption/keys.ts'
import { linesOf } from '../backup/in-parallel.ts'
import { ListedFile } from '../backup/layout.ts'
import { Part } from '../backup/part.ts'

/** The files copied while people worked, in the export's folder. */
export const preparedList = (folder: string) => join(folder, 'prepared.jsonl')
/** Files of an export that this installation has already taken; kept in its data folder, where nobody else writes. */
export const takenList = (dataFolder: string) => join(dataFolder, 'taken-files.jsonl')

/** The folder may be writable by others: entries that the export reuses must be sealed with the key of the move. */
export const sealOfLine = (moveKey: Uint8Array, project: string) => {
  const key = derive(moveKey, 'prepared files')
  return (file: ListedFile) =>
    createHmac('sha256', key)
      .update([project, file.key, file.missing ? 'missing' : `${file.bytes} ${file.sha256}`].join(' '))
      .digest('base64')
}
type SealOfLine = ReturnType<typeof sealOfLine>
const SealedLine = Part.extend({ key: z.string(), seal: z.string() })

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

const lineOf = (text: string, seal?: SealOfLine) => {
  try {
    const line: unknown = JSON.parse(text)
    const file = ListedFile.safeParse(line).data
    if (!seal || !file) return file
    return SealedLine.safeParse(line).data?.seal === seal(file) ? file : undefined
  } catch {
    // The last line may be cut off; that file is copied again.
    return undefined
  }
}

/** The entries of such a list by file key; with `seal`, only those that bear it. */
export const filesListed = async (path: string, seal?: SealOfLine) => {
  const files = new Map<string, Part>()
  if (await exists(path))
    for await (const text of linesOf(path)) {
      const line = lineOf(text, seal)
      if (line && !line.missing) files.set(line.key, { bytes: line.bytes, sha256: line.sha256 })
    }
  return files
}

/** Appends lines to a list, starting on a new line even if the last one was cut off. */
export const appendingTo = async <T>(
  path: string,
  work: (add: (file: ListedFile) => void) => Promise<T>,
  seal?: SealOfLine,
) => {
  const list: WriteStream = createWriteStream(path, { flags: 'a', mode: 0o600, flush: true })
  const written = finished(list)
  written.catch(() => {})
  list.write('\n')
  try {
    return await work((file) => void list.write(`${JSON.stringify(seal ? { ...file, seal: seal(file) } : file)}\n`))
  } finally {
    list.end()
    await written
  }
}
