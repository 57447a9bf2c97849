import type { DicomDataset } from 'dcmjs'
import { textDecoder } from './charsets.ts'

/** The DICOM JSON model (PS3.18 F.2): tag → value representation and values. */
export type DicomJson = Record<string, JsonElement>
type JsonElement = { vr: string; Value?: unknown[]; InlineBinary?: string; BulkDataURI?: string }

const binary = new Set(['OB', 'OW', 'OF', 'OD', 'OL', 'OV', 'UN'])
const numbers = new Set(['DS', 'IS'])
const inlineBytes = 4096

const isLeftOut = (tag: string) => !/^[0-9A-F]{8}$/.test(tag) || tag === '7FE00010' || tag.endsWith('0000')
const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || (typeof value === 'number' && Number.isNaN(value))

/**
 * Text as it may be listed.
 * Devices pad with NUL, which PostgreSQL cannot store; a control character inside becomes a space, because without one two ids could become
 * the same.
 * The tabs and line breaks of long texts (PS3.5 6.1.3) stay.
 */
const listed = (text: string) => {
  const plain = text.toWellFormed().replace(/(?![\t\n\f\r])\p{Cc}/gu, ' ')
  return plain === text ? text : plain.trimEnd()
}

type Decode = ReturnType<typeof textDecoder>
/** What may be written in characters other than ASCII (PS3.5 6.1.2.3). */
const written = new Set(['LO', 'LT', 'PN', 'SH', 'ST', 'UC', 'UT'])

const jsonValue = (vr: string, given: unknown, decode: Decode): unknown => {
  const value = typeof given === 'string' ? listed(written.has(vr) ? decode(given) : given) : given
  if (vr === 'SQ') return datasetJson(value as DicomDataset, decode)
  if (vr === 'PN') return typeof value === 'string' ? { Alphabetic: value } : listedName(value as PersonName, decode)
  if (vr === 'AT' && typeof value === 'number') return value.toString(16).padStart(8, '0').toUpperCase()
  if (numbers.has(vr) && typeof value === 'string') return value.trim() === '' ? undefined : Number(value)
  if (typeof value === 'bigint') return Number(value)
  return value
}

const elementOf = (vr: string, values: unknown[], decode: Decode): JsonElement | undefined => {
  if (binary.has(vr)) {
    const [bytes] = values
    const small = bytes instanceof ArrayBuffer && bytes.byteLength > 0 && bytes.byteLength < inlineBytes
    return small ? { vr, InlineBinary: Buffer.from(bytes).toString('base64') } : undefined
  }
  const kept = values.map((value) => jsonValue(vr, value, decode)).filter((value) => !isNothing(value))
  return kept.length > 0 ? { vr, Value: kept } : { vr }
}

type PersonName = { Alphabetic?: unknown; Ideographic?: unknown; Phonetic?: unknown }
const nameGroups = ['Alphabetic', 'Ideographic', 'Phonetic'] as const
const groupsOf = (name: PersonName, decode: Decode = String) =>
  nameGroups.map((group) => listed(decode(String(name[group] ?? ''))).trim())
const listedName = (name: PersonName, decode: Decode) => {
  const groups = groupsOf(name, decode).flatMap((text, at) => (text === '' ? [] : [[nameGroups[at], text]]))
  return groups.length > 0 ? Object.fromEntries(groups) : undefined
}

const charsetTag = '00080005'
/** An item without a character set uses the one of the enclosing dataset (PS3.3 C.12.1.1.2). */
const decoderOf = ({ [charsetTag]: charset }: DicomDataset, around: Decode) => {
  const named = charset?._rawValue ?? []
  const terms = (Array.isArray(named) ? named : [named]).map(String)
  return terms.some((term) => term.trim() !== '') ? textDecoder(terms) : around
}

/** What dcmjs read as if it were Latin-1, without pixels, group lengths and large binary values. */
export const dicomJson = (dataset: DicomDataset) => datasetJson(dataset, textDecoder([]))

const datasetJson = (dataset: DicomDataset, around: Decode): DicomJson => {
  const json: DicomJson = {}
  const decode = decoderOf(dataset, around)
  for (const [tag, { vr, Value = [], _rawValue: written }] of Object.entries(dataset)) {
    // dcmjs cannot read a number that a device has padded.
    const values = numbers.has(vr) && Array.isArray(written) ? written : Value
    const element = isLeftOut(tag) ? undefined : elementOf(vr, Array.isArray(values) ? values : [values], decode)
    if (element) json[tag] = element
  }
  return json
}

/** The first value of a tag as text, or undefined; for a name all of its groups, as in a file (PS3.5 6.2.1). */
export const textOf = (json: DicomJson, tag: string): string | undefined => {
  const value = json[tag]?.Value?.[0]
  if (json[tag]?.vr === 'PN' && typeof value === 'object' && value !== null)
    return groupsOf(value).join('=').replace(/=+$/, '')
  return value === undefined || value === null ? undefined : listed(String(value)).trim()
}
export const numberOf = (json: DicomJson, tag: string): number | undefined => {
  const value = Number(textOf(json, tag))
  return Number.isFinite(value) ? value : undefined
}

/** The patient's, YYYYMMDD; empty if missing or partial. */
export const birthDateOf = (tags: DicomJson) =>
  /^\d{8}$/.exec((textOf(tags, '00100030') ?? '').replace(/\D/g, ''))?.[0] ?? ''
