import { isLeftOut, isZip, problemOfZip, type ZipProblem, zipProblems } from '@fornix/contract'
import { BlobReader, configure, type FileEntry, ZipReader } from '@zip.js/zip.js/index-native.js'
import type { Choice, Chosen } from './choice.ts'

// Its workers use blob: addresses, which the content security policy blocks; the browser inflates without them.
configure({ useWebWorkers: false })

/** Inflates one entry; the library aborts one that exceeds its declared size. */
const inflate = async (entry: FileEntry) => {
  const chunks: BlobPart[] = []
  const take = (chunk: Uint8Array<ArrayBuffer>) => void chunks.push(chunk)
  await entry.getData(new WritableStream({ write: take }))
  return new Blob(chunks)
}

const refused = (name: string, problem: ZipProblem): Choice => ({ name, problem: zipProblems[problem] })

/** The content of a zip, unpacked file by file when its turn comes; or why it is not opened. */
export const choicesOfZip = async (name: string, zip: Blob): Promise<Chosen> => {
  const entries = await new ZipReader(new BlobReader(zip), { filenameValidation: 'tolerant' })
    .getEntries()
    .catch(() => null)
  if (!entries) return { choices: [refused(name, 'zip_damaged')], leftOut: 0 }
  const files = entries.flatMap((entry) => (entry.directory ? [] : [entry]))
  const listed = files.map((entry) => ({
    name: entry.filename,
    size: entry.uncompressedSize,
    packed: entry.compressedSize,
    isEncrypted: entry.encrypted,
    isLink: entry.symlink,
  }))
  const problem = problemOfZip(listed, zip.size)
  if (problem) return { choices: [refused(name, problem)], leftOut: 0 }
  const wanted = files.filter(({ filename }) => !isLeftOut(filename))
  const choices = wanted.map((entry): Choice => {
    const inside = `${name}/${entry.filename}`
    if (isZip(entry.filename)) return refused(inside, 'zip_nested')
    return { name: inside, size: entry.uncompressedSize, read: () => inflate(entry) }
  })
  return { choices, leftOut: files.length - wanted.length }
}
