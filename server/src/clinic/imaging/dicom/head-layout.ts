import dcmjs from 'dcmjs'
import { DicomRefused } from './refused.ts'
import { explicitBigEndian, implicitLittleEndian, transferSyntaxes } from './transfer-syntaxes.ts'

/** Enough for the functional groups of a thousand frames; dcmjs takes about a kilobyte for each element. */
const maxElements = 100_000
/** For texts and numbers together, each of which may be thousands of values. */
const maxValueBytes = 2 * 1024 * 1024
/** A dataset and its sequence are two. */
const maxDepth = 2 * 24
const undefinedLength = 0xffffffff
const binary = ['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'UN']
const longForms = new Set([...binary, 'SQ', 'SV', 'UC', 'UR', 'UT', 'UV'])
const bulky = new Set([...binary, 'SQ', 'ox'])
const [item, itemEnd, sequenceEnd] = [0xfffee000, 0xfffee00d, 0xfffee0dd]
/** Pixels, including floating-point ones (PS3.3 C.7.6.24). */
const pixelTags = [0x7fe00010, 0x7fe00008, 0x7fe00009]
/** A binary value of the outermost dataset that is this long stays out of the tags. */
const bulkBytes = 4096
/** And one this long is not even read: tags may follow it. */
const holeBytes = 64 * 1024
const maxHoles = 32
const [syntaxTag, metaGroup] = [0x00020010, 0x0002]

/** More of the file is needed. */
export class HeadGoesOn extends Error {}

/** What follows a long value is needed. */
export class HeadLeavesOut extends Error {
  readonly hole: Hole
  constructor(hole: Hole) {
    super('The head goes on behind a long value')
    this.hole = hole
  }
}
/** This many bytes of the file are missing at `at` in the bytes at hand. */
export type Hole = { at: number; length: number }

type Element = { tag: number; vr: string; at: number; length: number }
/** The open structure around the current position: a dataset, the items of a sequence, or the fragments of pixels in one. */
type Open = { holds: 'elements' | 'items' | 'fragments'; end: number; implicit: boolean }
export type Layout = {
  syntax: string
  /** Where the pixel element and its value begin; absent if the file has none. */
  pixels?: { tag: number; vr: string; headAt: number; at: number; length: number; isEncapsulated: boolean }
  /** Long binary values: where they are in the file, and from where to where in the bytes at hand. */
  bulk: { tag: number; vr: string; at: number; length: number; from: number; to: number }[]
  /** The text of an element of the outermost dataset. */
  text: (tag: number) => string | undefined
}

const vrInDictionary = (tag: number) => {
  const digits = tag.toString(16).toUpperCase().padStart(8, '0')
  return dcmjs.data.DicomMetaDictionary.dictionary[`(${digits.slice(0, 4)},${digits.slice(4)})`]?.vr ?? 'UN'
}

/** The position in a file, and what has been read so far. */
type Cursor = {
  bytes: Buffer
  isAll: boolean
  holes: Hole[]
  isBigEndian: boolean
  at: number
  elements: number
  valueBytes: number
  /** The elements of the outermost dataset. */
  found: Map<number, Element>
  bulk: Layout['bulk']
  open: Open[]
}

const startingAt = (bytes: Buffer, isAll: boolean, holes: Hole[]): Cursor => ({
  ...{ bytes, isAll, holes, isBigEndian: false, at: 132, elements: 0, valueBytes: 0 },
  ...{ found: new Map(), bulk: [], open: [] },
})

/** How the dataset is encoded, and where the meta header that says so ends (PS3.10 7.1). */
export const metaOf = (bytes: Buffer) => {
  const cursor = startingAt(bytes, true, [])
  readMeta(cursor)
  return { syntax: textOf(cursor, syntaxTag) ?? '', end: cursor.at }
}

/**
 * The positions of a file's elements up to its pixels (PS3.5 7), without reading their values, in one pass over the available bytes.
 * Refuses what is nested deeper or has more elements than the archive accepts, before anything is built from them.
 */
export const layoutOf = (bytes: Buffer, isAll: boolean, holes: Hole[] = []): Layout => {
  if (bytes.toString('latin1', 128, 132) !== 'DICM') throw new DicomRefused('not_dicom')
  const cursor = startingAt(bytes, isAll, holes)
  readMeta(cursor)
  const text = (tag: number) => textOf(cursor, tag)
  const syntax = text(syntaxTag) ?? ''
  if (syntax === '') need(cursor, bytes.length)
  if (!transferSyntaxes.has(syntax)) throw new DicomRefused(syntax === '' ? 'truncated' : 'transfer_syntax')
  cursor.isBigEndian = syntax === explicitBigEndian
  cursor.open.push({ holds: 'elements', end: Number.POSITIVE_INFINITY, implicit: syntax === implicitLittleEndian })
  return { syntax, text, pixels: findPixels(cursor), bulk: cursor.bulk }
}

const need = ({ bytes, isAll, at }: Cursor, count: number) => {
  if (at + count > bytes.length) throw isAll ? new DicomRefused('truncated') : new HeadGoesOn()
}

const skip = (cursor: Cursor, count: number) => {
  need(cursor, count)
  cursor.at += count
}

const textOf = ({ bytes, found }: Cursor, tag: number) => {
  const element = found.get(tag)
  return (
    element &&
    bytes
      .toString('latin1', element.at, element.at + element.length)
      .split('\0')[0]
      ?.trim()
  )
}

const readMeta = (cursor: Cursor) => {
  const { bytes, found } = cursor
  while (cursor.at + 2 <= bytes.length && bytes.readUInt16LE(cursor.at) === metaGroup) {
    const element = readElement(cursor, false)
    skip(cursor, element.length)
    found.set(element.tag, element)
  }
}

/** Undefined for a file that ends without pixels. */
const findPixels = (cursor: Cursor): Layout['pixels'] => {
  const { bytes, isAll, open } = cursor
  for (;;) {
    const around = open[open.length - 1]!
    if (cursor.at >= around.end) {
      if (cursor.at > around.end) throw new DicomRefused('unreadable')
      open.pop()
      continue
    }
    if (open.length === 1 && isAll && cursor.at === bytes.length) return undefined
    if (around.holds !== 'elements') {
      readItem(cursor, around)
      continue
    }
    const headAt = cursor.at
    if (tagAt(cursor) === itemEnd && open.length > 1) {
      cursor.at += 8
      open.pop()
      continue
    }
    const element = readElement(cursor, around.implicit)
    const { tag, at, length } = element
    if (pixelTags.includes(tag) && open.length === 1)
      return { tag, vr: element.vr, headAt, at: inFile(cursor, at), length, isEncapsulated: length === undefinedLength }
    if (open.length === 1 && binary.includes(element.vr) && length >= bulkBytes && length !== undefinedLength)
      skipBulk(cursor, element, headAt)
    else enterOrSkip(cursor, element, around.implicit)
  }
}

/** Converts a position in the bytes at hand to one in the file. */
const inFile = ({ holes }: Cursor, at: number) =>
  holes.reduce((sum, hole) => (hole.at < at ? sum + hole.length : sum), at)

const skipBulk = (cursor: Cursor, { tag, vr, at, length }: Element, headAt: number) => {
  const { holes, bulk } = cursor
  const isLeftOut = length >= holeBytes
  if (isLeftOut && !holes.some((hole) => hole.at === at)) {
    if (holes.length >= maxHoles) throw new DicomRefused('too_complex')
    throw new HeadLeavesOut({ at, length })
  }
  if (!isLeftOut) skip(cursor, length)
  bulk.push({ tag, vr, at: inFile(cursor, at), length, from: headAt, to: cursor.at })
}

const u16 = ({ bytes, isBigEndian }: Cursor, at: number) =>
  isBigEndian ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at)
const u32 = ({ bytes, isBigEndian }: Cursor, at: number) =>
  isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)

const tagAt = (cursor: Cursor) => {
  need(cursor, 8)
  const { at } = cursor
  return u16(cursor, at) * 0x10000 + u16(cursor, at + 2)
}

const readElement = (cursor: Cursor, implicit: boolean): Element => {
  const { bytes, at } = cursor
  if (++cursor.elements > maxElements) throw new DicomRefused('too_complex')
  const tag = tagAt(cursor)
  const vr = implicit ? vrInDictionary(tag) : bytes.toString('latin1', at + 4, at + 6)
  if (!implicit && !/^[A-Z?]{2}$/.test(vr)) throw new DicomRefused('unreadable')
  const isLong = !implicit && longForms.has(vr)
  if (isLong) need(cursor, 12)
  const length = implicit ? u32(cursor, at + 4) : isLong ? u32(cursor, at + 8) : u16(cursor, at + 6)
  cursor.at += isLong ? 12 : 8
  return { tag, vr, at: cursor.at, length }
}

const enterOrSkip = (cursor: Cursor, element: Element, implicit: boolean) => {
  const { tag, vr, length } = element
  const isUndefined = length === undefinedLength
  if (vr === 'SQ' || (isUndefined && vr === 'UN')) return enter(cursor, 'items', length, implicit || vr === 'UN')
  if (isUndefined) return enter(cursor, 'fragments', length, false)
  if (!bulky.has(vr)) cursor.valueBytes += length
  if (cursor.valueBytes > maxValueBytes) throw new DicomRefused('too_complex')
  if (cursor.open.length === 1) cursor.found.set(tag, element)
  skip(cursor, length)
}

const enter = ({ at, open }: Cursor, holds: Open['holds'], length: number, implicit: boolean) => {
  const around = open.at(-1)?.end ?? 0
  const end = length === undefinedLength ? Number.POSITIVE_INFINITY : at + length
  // The length reaches beyond the enclosing structure.
  if (Number.isFinite(end) && end > around) throw new DicomRefused('unreadable')
  if (open.push({ holds, end, implicit }) > maxDepth) throw new DicomRefused('too_complex')
}

const readItem = (cursor: Cursor, { holds, implicit }: Open) => {
  const tag = tagAt(cursor)
  const length = u32(cursor, cursor.at + 4)
  if (++cursor.elements > maxElements) throw new DicomRefused('too_complex')
  cursor.at += 8
  if (tag === sequenceEnd) return void cursor.open.pop()
  if (tag !== item) throw new DicomRefused('unreadable')
  if (holds === 'items') return enter(cursor, 'elements', length, implicit)
  skip(cursor, length)
}
