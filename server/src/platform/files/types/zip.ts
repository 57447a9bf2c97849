import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { chunksOf } from '../../base/chunks.ts'
import { toError } from '../../base/unknown-error.ts'
import { refuse, UnsupportedType } from './unsupported-type.ts'

const mib = 1024 * 1024
const maxEntries = 1000
const maxRatio = 100
const maxUnpackedBytes = 100 * mib
/** A nested archive counts with its unpacked size; it is already compressed, so a legitimate one is not large. */
const maxGatheredBytes = 5 * mib
const maxDepth = 3
const localHeaderBytes = 30
const signature = Buffer.from('PK\x03\x04')
const isArchive = (bytes: Buffer) => bytes.subarray(0, signature.length).equals(signature)

/** How much may still be unpacked from a file, including nested archives. */
type Allowance = { left: number }
type Keep = (entry: Entry) => boolean
type Unpacked = { names: Set<string>; kept: Map<string, Buffer> }

/** Checks a ZIP by its actual content: every entry is inflated and counted, whatever the directory says. */
export const checkZip = async (bytes: Buffer, keep: Keep = () => false): Promise<Unpacked> =>
  unpack(bytes, keep, { left: Math.min(maxUnpackedBytes, maxRatio * bytes.length) }, 1)

const unpack = async (bytes: Buffer, keep: Keep, allowance: Allowance, depth: number): Promise<Unpacked> => {
  if (depth > maxDepth) refuse('zip: archives in archives', 'tightZip')
  try {
    const { zip, entries } = await readDirectory(bytes)
    const kept = new Map<string, Buffer>()
    for (const entry of entries) {
      const content = await unpackEntry(zip, entry, allowance, keep(entry))
      if (content && isArchive(content)) await unpack(content, () => false, allowance, depth + 1)
      else if (content) kept.set(entry.fileName, content)
    }
    return { names: new Set(entries.map(({ fileName }) => fileName)), kept }
  } catch (error) {
    if (error instanceof UnsupportedType) throw error
    throw new UnsupportedType({ reason: `zip: ${toError(error).message}` }, { cause: error })
  }
}

const readDirectory = async (bytes: Buffer) => {
  // strictFileNames: absolute names, `..` and backslashes are errors.
  const zip = await fromBufferPromise(bytes, { strictFileNames: true })
  if (zip.entryCount < 1 || zip.entryCount > maxEntries) refuse('zip: number of entries')
  const cursor = () => ('readEntryCursor' in zip ? Number(zip.readEntryCursor) : Number.NaN)
  const directoryStart = cursor()
  const names = new Set<string>()
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) {
    checkEntry(entry)
    if (names.has(entry.fileName)) refuse('zip: two entries of one name')
    names.add(entry.fileName)
    entries.push(entry)
  }
  checkPlaces(entries, directoryStart)
  const behind = bytes.subarray(cursor(), cursor() + 4).toString('latin1')
  if (!['PK\x05\x06', 'PK\x06\x06'].includes(behind)) refuse('zip: a gap in the directory')
  return { zip, entries }
}

const checkEntry = (entry: Entry) => {
  const mode = (entry.externalFileAttributes >>> 16) & 0xf000
  const regularOrFolder = [0, 0x8000, 0x4000].includes(mode)
  if (!regularOrFolder) refuse('zip: a link or a device')
  if (entry.generalPurposeBitFlag & 0x2041 || !entry.canDecodeFileData())
    refuse('zip: encrypted, or packed by a rare method')
  if (/[\0-\x1f\x7f]/.test(entry.fileName) || entry.fileName === '') refuse('zip: entry name')
}

/** Entries fill the space before the directory one after another: entries that share bytes are a zip bomb. */
const checkPlaces = (entries: Entry[], directoryStart: number) => {
  const sorted = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  if (sorted[0]?.relativeOffsetOfLocalHeader !== 0) refuse('zip: bytes before the first entry')
  sorted.forEach((entry, index) => {
    const end = entry.relativeOffsetOfLocalHeader + localHeaderBytes + entry.fileNameLength + entry.compressedSize
    if (end > (sorted[index + 1]?.relativeOffsetOfLocalHeader ?? directoryStart)) refuse('zip: overlapping entries')
  })
}

/** The content, if it is kept or is another archive. yauzl rejects false sizes in the directory. */
const unpackEntry = async (zip: ZipFile, entry: Entry, allowance: Allowance, keep: boolean) => {
  const local = await zip.readLocalFileHeaderPromise(entry)
  if (!local.fileName.equals(entry.fileNameRaw) || local.compressionMethod !== entry.compressionMethod)
    refuse('zip: an entry that the directory tells otherwise')
  const pieces: Buffer[] = []
  let gather = keep ? true : undefined
  let size = 0
  let sum = 0
  for await (const piece of chunksOf(await zip.openReadStreamPromise(entry))) {
    size += piece.length
    allowance.left -= piece.length
    if (allowance.left < 0) refuse('zip: too much unpacked', 'tightZip')
    sum = crc32(piece, sum)
    if (gather !== false) pieces.push(piece)
    if (gather === undefined && size >= signature.length) gather = isArchive(Buffer.concat(pieces))
    if (gather && size > maxGatheredBytes) refuse('zip: a large archive in an archive', 'tightZip')
  }
  if (sum !== entry.crc32) refuse('zip: wrong checksum')
  return gather ? Buffer.concat(pieces) : undefined
}
