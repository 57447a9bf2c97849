import type { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { lastBytes } from './tail.ts'
import { refuse, type TypeCheck, UnsupportedType } from './unsupported-type.ts'

const maxEntries = 1000
const maxRatio = 100
const maxUnpackedBytes = 100 * 1024 * 1024
// A thousand entries with long names and a full comment fit; a directory that does not is no honest one.
const tailBytes = 512 * 1024
const localHeaderBytes = 30

/** Reads the central directory only; nothing is unpacked. `judge` looks at the entry names of a type built on zip. */
export const zipCheck = (judge: (names: Set<string>) => void = () => {}): TypeCheck => {
  let head = ''
  const tail = lastBytes(tailBytes)
  return {
    take: (bytes) => {
      if (head.length < 4) {
        head += bytes.toString('latin1', 0, 4 - head.length)
        if (head.length === 4 && head !== 'PK\x03\x04') refuse('zip: no signature')
      }
      tail.take(bytes)
    },
    end: async () => {
      if (head.length < 4) refuse('zip: incomplete')
      const names = await readDirectory(new TailReader(tail.bytes, tail.total), tail.total).catch((error: Error) => {
        throw error instanceof UnsupportedType ? error : new UnsupportedType(`zip: ${error.message}`, { cause: error })
      })
      judge(names)
    },
  }
}

const readDirectory = async (reader: TailReader, total: number) => {
  // strictFileNames: absolute names, `..` and backslashes are errors.
  const zip = await fromRandomAccessReaderPromise(reader, total, { strictFileNames: true, autoClose: false })
  if (zip.entryCount < 1 || zip.entryCount > maxEntries) refuse('zip: number of entries')
  const cursor = () => Number((zip as ZipFile & { readEntryCursor: unknown }).readEntryCursor)
  const directoryStart = cursor()
  const names = new Set<string>()
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) {
    checkEntry(entry)
    if (names.has(entry.fileName)) refuse('zip: two entries of one name')
    names.add(entry.fileName)
    entries.push(entry)
  }
  checkSizes(entries)
  checkPlaces(entries, directoryStart)
  if (!['PK\x05\x06', 'PK\x06\x06'].includes(reader.at(cursor(), 4).toString('latin1')))
    refuse('zip: a gap in the directory')
  return names
}

const checkEntry = (entry: Entry) => {
  const mode = (entry.externalFileAttributes >>> 16) & 0xf000
  const regularOrFolder = [0, 0x8000, 0x4000].includes(mode)
  if (!regularOrFolder) refuse('zip: a link or a device')
  if (entry.generalPurposeBitFlag & 0x2041) refuse('zip: encrypted')
  if (/[\0-\x1f\x7f]/.test(entry.fileName) || entry.fileName === '') refuse('zip: entry name')
}

const checkSizes = (entries: Entry[]) => {
  const sum = (size: (entry: Entry) => number) => entries.reduce((total, entry) => total + size(entry), 0)
  const unpacked = sum((entry) => entry.uncompressedSize)
  if (unpacked > maxUnpackedBytes) refuse('zip: too large unpacked')
  if (unpacked > maxRatio * sum((entry) => entry.compressedSize)) refuse('zip: packed too tightly')
}

/** Entries fill the space before the directory one after the other: several that share bytes are a bomb. */
const checkPlaces = (entries: Entry[], directoryStart: number) => {
  const sorted = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  if (sorted[0]?.relativeOffsetOfLocalHeader !== 0) refuse('zip: bytes before the first entry')
  sorted.forEach((entry, index) => {
    const end = entry.relativeOffsetOfLocalHeader + localHeaderBytes + entry.fileNameLength + entry.compressedSize
    if (end > (sorted[index + 1]?.relativeOffsetOfLocalHeader ?? directoryStart)) refuse('zip: overlapping entries')
  })
}

class TailReader extends RandomAccessReader {
  readonly #bytes: Buffer
  readonly #start: number

  constructor(bytes: Buffer, total: number) {
    super()
    this.#bytes = bytes
    this.#start = total - bytes.length
  }

  at(position: number, length: number) {
    const from = position - this.#start
    if (from < 0 || from + length > this.#bytes.length) refuse('zip: directory out of reach')
    return this.#bytes.subarray(from, from + length)
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, done: (error: Error | null) => void) {
    let error: Error | null = null
    try {
      this.at(position, length).copy(buffer, offset)
    } catch (caught) {
      error = caught as Error
    }
    setImmediate(done, error)
  }

  override _readStreamForRange(): Readable {
    throw new Error('Nothing is unpacked')
  }
}
