import dcmjs from 'dcmjs'
import { DicomRefused } from './refused.ts'
import { implicitLittleEndian, transferSyntaxes } from './transfer-syntaxes.ts'

/** Enough for the functional groups of a thousand frames; dcmjs takes about a kilobyte for each element. */
const maxElements = 100_000
/** Of texts and numbers together, each of which may be thousands of values. */
const maxValueBytes = 2 * 1024 * 1024
/** A dataset and its sequence are two. */
const maxDepth = 2 * 24
const undefinedLength = 0xffffffff
const binary = ['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'UN']
const longForms = new Set([...binary, 'SQ', 'SV', 'UC', 'UR', 'UT', 'UV'])
const bulky = new Set([...binary, 'SQ', 'ox'])
const [item, itemEnd, sequenceEnd, pixelData] = [0xfffee000, 0xfffee00d, 0xfffee0dd, 0x7fe00010]
const [syntaxTag, metaGroup] = [0x00020010, 0x0002]

/** More of the file is needed to tell. */
export class HeadGoesOn extends Error {}

type Element = { tag: number; vr: string; at: number; length: number }
/** What is open around the place that is read: a dataset, the items of a sequence, or the fragments of pixels in one. */
type Open = { holds: 'elements' | 'items' | 'fragments'; end: number; implicit: boolean }
export type Layout = {
  syntax: string
  /** Where the pixel element begins and where its value does; absent when the file has none. */
  pixels?: { headAt: number; at: number; length: number; isEncapsulated: boolean }
  /** The text of an element of the outermost dataset. */
  text: (tag: number) => string | undefined
}

const vrInDictionary = (tag: number) => {
  const digits = tag.toString(16).toUpperCase().padStart(8, '0')
  return dcmjs.data.DicomMetaDictionary.dictionary[`(${digits.slice(0, 4)},${digits.slice(4)})`]?.vr ?? 'UN'
}

/**
 * Where a file's elements lie up to its pixels (PS3.5 7), without reading their values, in one pass over the bytes that are there.
 * Refuses what is nested deeper or has more elements than the archive takes, before anything is built of them.
 */
export const layoutOf = (bytes: Buffer, isAll: boolean): Layout => {
  if (bytes.toString('latin1', 128, 132) !== 'DICM') throw new DicomRefused('not_dicom')
  const found = new Map<number, Element>()
  let [at, elements, valueBytes] = [132, 0, 0]

  const need = (count: number) => {
    if (at + count > bytes.length) throw isAll ? new DicomRefused('truncated') : new HeadGoesOn()
  }
  const tagAt = () => {
    need(8)
    return bytes.readUInt16LE(at) * 0x10000 + bytes.readUInt16LE(at + 2)
  }
  const readElement = (implicit: boolean): Element => {
    if (++elements > maxElements) throw new DicomRefused('too_complex')
    const tag = tagAt()
    const vr = implicit ? vrInDictionary(tag) : bytes.toString('latin1', at + 4, at + 6)
    if (!implicit && !/^[A-Z?]{2}$/.test(vr)) throw new DicomRefused('unreadable')
    const isLong = !implicit && longForms.has(vr)
    if (isLong) need(12)
    const length = implicit
      ? bytes.readUInt32LE(at + 4)
      : isLong
        ? bytes.readUInt32LE(at + 8)
        : bytes.readUInt16LE(at + 6)
    at += isLong ? 12 : 8
    return { tag, vr, at, length }
  }
  const text = (tag: number) => {
    const element = found.get(tag)
    return (
      element &&
      bytes
        .toString('latin1', element.at, element.at + element.length)
        .split('\0')[0]
        ?.trim()
    )
  }

  while (at + 2 <= bytes.length && bytes.readUInt16LE(at) === metaGroup) {
    const element = readElement(false)
    need(element.length)
    found.set(element.tag, element)
    at += element.length
  }
  const syntax = text(syntaxTag) ?? ''
  if (syntax === '') need(bytes.length)
  if (!transferSyntaxes.has(syntax)) throw new DicomRefused(syntax === '' ? 'truncated' : 'transfer_syntax')

  const open: Open[] = [{ holds: 'elements', end: Number.POSITIVE_INFINITY, implicit: syntax === implicitLittleEndian }]
  const enter = (holds: Open['holds'], length: number, implicit: boolean) => {
    const around = open.at(-1)?.end ?? 0
    const end = length === undefinedLength ? Number.POSITIVE_INFINITY : at + length
    // A length that reaches out of what it lies in.
    if (Number.isFinite(end) && end > around) throw new DicomRefused('unreadable')
    if (open.push({ holds, end, implicit }) > maxDepth) throw new DicomRefused('too_complex')
  }
  const readItem = ({ holds, implicit }: Open) => {
    const tag = tagAt()
    const length = bytes.readUInt32LE(at + 4)
    if (++elements > maxElements) throw new DicomRefused('too_complex')
    at += 8
    if (tag === sequenceEnd) return void open.pop()
    if (tag !== item) throw new DicomRefused('unreadable')
    if (holds === 'items') return enter('elements', length, implicit)
    need(length)
    at += length
  }

  for (;;) {
    const around = open[open.length - 1]!
    if (at >= around.end) {
      if (at > around.end) throw new DicomRefused('unreadable')
      open.pop()
      continue
    }
    if (open.length === 1 && isAll && at === bytes.length) return { syntax, text }
    if (around.holds !== 'elements') {
      readItem(around)
      continue
    }
    const headAt = at
    if (tagAt() === itemEnd && open.length > 1) {
      at += 8
      open.pop()
      continue
    }
    const { tag, vr, length } = readElement(around.implicit)
    const isUndefined = length === undefinedLength
    if (tag === pixelData && open.length === 1)
      return { syntax, text, pixels: { headAt, at, length, isEncapsulated: isUndefined } }
    if (vr === 'SQ' || (isUndefined && vr === 'UN')) enter('items', length, around.implicit || vr === 'UN')
    else if (isUndefined) enter('fragments', length, false)
    else {
      if (!bulky.has(vr)) valueBytes += length
      if (valueBytes > maxValueBytes) throw new DicomRefused('too_complex')
      if (open.length === 1) found.set(tag, { tag, vr, at, length })
      need(length)
      at += length
    }
  }
}
