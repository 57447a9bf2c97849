import type { DicomJson } from '../dicom/dicom-json.ts'
import { wordsOver } from './frame.ts'
import { tag } from './frame-tags.ts'
import { PictureRefused } from './picture-refused.ts'

/** A table of colors or shades (PS3.3 C.11.1.1): what the value `first` and those after it become, in this many bits. */
export type Table = { first: number; entries: ArrayLike<number>; bits: number }

type Reading = { isSigned: boolean; isBigEndian: boolean }

/** The bytes of a binary value, from the archive's index or from dcmjs. */
export const bytesOf = ({ InlineBinary, Value }: DicomJson[string]) => {
  const [first] = Value ?? []
  if (InlineBinary !== undefined) return Buffer.from(InlineBinary, 'base64')
  return first instanceof ArrayBuffer ? Buffer.from(first) : undefined
}

/** 16-bit words; 8-bit entries may be packed two in one. */
const entriesOf = (element: DicomJson[string], count: number, isBigEndian: boolean): ArrayLike<number> => {
  const bytes = bytesOf(element)
  if (!bytes) return (element.Value ?? []).map(Number)
  const words = wordsOver(Uint16Array, bytes, isBigEndian)
  return words.length * 2 <= count + 1 ? new Uint8Array(words.buffer, words.byteOffset, words.length * 2) : words
}

/** A count of 0 means as many as 16 bits can count. */
const maxEntries = 65_536

/** The table of an item, or undefined if it has none. */
export const tableOf = (
  item: DicomJson,
  [descriptor, data]: readonly [string, string],
  { isSigned, isBigEndian }: Reading,
): Table | undefined => {
  const element = item[data]
  if (!element || !item[descriptor]) return undefined
  const [length, start, bits] = (item[descriptor].Value ?? []).map(Number)
  const count = length === 0 ? maxEntries : (length ?? 0) & 0xffff
  const entries = entriesOf(element, count, isBigEndian)
  if (start === undefined || bits === undefined || bits < 1 || bits > 16 || count === 0 || entries.length < count)
    throw new PictureRefused('form')
  return { first: isSigned && start > 32_767 ? start - maxEntries : start, entries, bits }
}

export const valueIn = ({ first, entries }: Table, value: number) =>
  entries[Math.min(entries.length - 1, Math.max(0, Math.round(value) - first))] ?? 0

/** The table of a Modality LUT or VOI LUT Sequence. */
export const shadesOf = (item: DicomJson, reading: Reading) =>
  tableOf(item, [tag.tableDescriptor, tag.tableData], reading)
