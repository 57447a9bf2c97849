import type { DicomDataset } from 'dcmjs'

/** The DICOM JSON model (PS3.18 F.2): tag → value representation and values. */
export type DicomJson = Record<string, JsonElement>
type JsonElement = { vr: string; Value?: unknown[]; InlineBinary?: string; BulkDataURI?: string }

const binary = new Set(['OB', 'OW', 'OF', 'OD', 'OL', 'OV', 'UN'])
const inlineBytes = 4096

const isLeftOut = (tag: string) => !/^[0-9A-F]{8}$/.test(tag) || tag === '7FE00010' || tag.endsWith('0000')
const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || (typeof value === 'number' && Number.isNaN(value))

/** What the database takes as text. */
const clean = (text: string) => text.replaceAll('\0', '').toWellFormed()
const nameOf = (value: object) =>
  Object.fromEntries(Object.entries(value).map(([form, name]) => [form, clean(String(name))]))

const jsonValue = (vr: string, value: unknown): unknown => {
  if (vr === 'SQ') return dicomJson(value as DicomDataset)
  if (vr === 'PN') return typeof value === 'string' ? { Alphabetic: clean(value) } : nameOf(value as object)
  if (vr === 'AT' && typeof value === 'number') return value.toString(16).padStart(8, '0').toUpperCase()
  if ((vr === 'DS' || vr === 'IS') && typeof value === 'string') return Number(value)
  if (typeof value === 'bigint') return Number(value)
  return typeof value === 'string' ? clean(value) : value
}

const elementOf = (vr: string, values: unknown[]): JsonElement | undefined => {
  if (binary.has(vr)) {
    const [bytes] = values
    const small = bytes instanceof ArrayBuffer && bytes.byteLength > 0 && bytes.byteLength < inlineBytes
    return small ? { vr, InlineBinary: Buffer.from(bytes).toString('base64') } : undefined
  }
  const kept = values.map((value) => jsonValue(vr, value)).filter((value) => !isNothing(value))
  return kept.length > 0 ? { vr, Value: kept } : { vr }
}

/** What dcmjs read, without pixels, group lengths and large binary values. */
export const dicomJson = (dataset: DicomDataset): DicomJson => {
  const json: DicomJson = {}
  for (const [tag, { vr, Value = [] }] of Object.entries(dataset)) {
    const element = isLeftOut(tag) ? undefined : elementOf(vr, Array.isArray(Value) ? Value : [Value])
    if (element) json[tag] = element
  }
  return json
}

/** The first value of a tag as text, or undefined. */
export const textOf = (json: DicomJson, tag: string): string | undefined => {
  const value = json[tag]?.Value?.[0]
  if (typeof value === 'object' && value !== null && 'Alphabetic' in value) return String(value.Alphabetic)
  return value === undefined ? undefined : String(value).trim()
}
export const numberOf = (json: DicomJson, tag: string): number | undefined => {
  const value = Number(textOf(json, tag))
  return Number.isFinite(value) ? value : undefined
}
