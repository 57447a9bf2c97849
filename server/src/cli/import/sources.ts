import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { isLeftOut, isZip, problemOfZip, type ZipProblem } from '@fornix/contract'
import { type Entry, openPromise } from 'yauzl'

/** A file to be imported, already open, or why there is none. */
export type Source = { name: string } & ({ content: Readable } | { problem: ZipProblem })

/** Every file under a folder, and every file of its zips. Links are not followed: they may lead anywhere. */
export async function* sourcesIn(folder: string): AsyncGenerator<Source> {
  for await (const path of filesIn(folder)) {
    const name = relative(folder, path)
    if (isZip(path)) yield* sourcesInZip(path, name)
    else yield { name, content: createReadStream(path) }
  }
}

async function* filesIn(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (isLeftOut(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(path)
    else if (entry.isFile()) yield path
  }
}

const nameOf = ({ fileName }: Entry) => String(fileName)
const isLink = ({ externalFileAttributes }: Entry) =>
  ![0, 0x8000, 0x4000].includes((externalFileAttributes >>> 16) & 0xf000)

const openZip = async (path: string) => {
  const zip = await openPromise(path, { decodeStrings: false, autoClose: false })
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  return { zip, entries }
}

async function* sourcesInZip(path: string, name: string): AsyncGenerator<Source> {
  const opened = await openZip(path).catch(() => null)
  if (!opened) return yield { name, problem: 'zip_damaged' }
  const { zip, entries } = opened
  try {
    const files = entries.filter((entry) => !nameOf(entry).endsWith('/'))
    const zipEntries = files.map((entry) => ({
      name: nameOf(entry),
      size: entry.uncompressedSize,
      packed: entry.compressedSize,
      isEncrypted: (entry.generalPurposeBitFlag & 0x2041) !== 0,
      isLink: isLink(entry),
    }))
    const problem = problemOfZip(zipEntries, (await stat(path)).size)
    if (problem) return yield { name, problem }
    for (const entry of files) {
      const inside = `${name}/${nameOf(entry)}`
      if (isLeftOut(nameOf(entry))) continue
      if (isZip(inside)) yield { name: inside, problem: 'zip_nested' }
      // Opened before it is handed on, so that the zip stays open under it.
      else yield { name: inside, content: await zip.openReadStreamPromise(entry) }
    }
  } finally {
    zip.close()
  }
}
