import { inflateRawSync } from 'node:zlib'
import { pdfTokens, type Token } from './pdf-tokens.ts'
import { refuse } from './unsupported-type.ts'

const mib = 1024 * 1024
const maxInflatedBytes = 16 * mib
/** Every object of a legitimate file is read once, compressed ones twice. */
const maxRead = (bytes: number) => 3 * bytes + mib
/** Total for the file: about a second of work. A long report has a few hundred thousand. */
const maxTokensRead = 2_000_000

/**
 * The names (ISO 32000-1, 7.3.5) of anything that acts, starts, plays or carries something on its own. Links to the web (URI) and to pages
 * (GoTo) are not included.
 */
const active = new Set(
  [
    ...['JavaScript', 'JS', 'OnInstantiate', 'AA', 'XFA', 'Launch', 'SubmitForm', 'ImportData', 'GoToR', 'GoToE'],
    ...['EmbeddedFile', 'EmbeddedFiles', 'Rendition', 'Movie', 'Sound', 'RichMedia'],
  ].map((name) => `/${name}`),
)
/** What an object stream's dictionary may contain; anything else could change how its bytes are read. */
const knownOfObjectStreams = new Set(
  ['Type', 'ObjStm', 'N', 'First', 'Length', 'DL', 'Filter', 'FlateDecode', 'Fl', 'DecodeParms', 'Extends'].map(
    (name) => `/${name}`,
  ),
)

const endsObject = /^(endobj|stream|obj|xref|startxref)/
/** Limit for a stream's dictionary; a longer one could hide anything. */
const maxTokens = 10_000

const hidden = (why: string) => refuse(`pdf: ${why}`, 'hiddenPdf')

/** How far a file has been read, and how much more may be. */
type Reading = {
  bytes: Buffer
  text: string
  left: number
  tokens: number
  inflatable: number
  isEncrypted: boolean
}

/**
 * Looks for active content wherever a reader could find an object: after each `obj` in the file, no matter what the cross-reference table
 * says, and inside compressed objects.
 */
export const refuseActivePdf = (bytes: Buffer) => {
  const text = bytes.toString('latin1')
  const left = maxRead(text.length)
  const reading: Reading = { bytes, text, left, tokens: 0, inflatable: maxInflatedBytes, isEncrypted: false }
  let hasObjectStreams = false
  for (const { index, 0: word } of text.matchAll(/(?<![A-Za-z])obj(?![A-Za-z])|trailer/g)) {
    const { dictionary, streams } = read(reading, text, index + word.length, 'object')
    const isObjectStream = dictionary.some((one) => one.text === '/First' || one.text === '/ObjStm')
    if (streams.length === 0 || !(isObjectStream || dictionary.length === maxTokens)) continue
    hasObjectStreams = true
    for (const at of streams) {
      const begin = /stream(?:\r\n|\n|\r)/y
      begin.lastIndex = at
      if (!begin.test(text)) hidden('compressed objects without a beginning')
      readObjectStream(reading, dictionary, begin.lastIndex)
    }
  }
  if (reading.isEncrypted && hasObjectStreams) hidden('encrypted objects')
}

/** Reads from a position: an object of the file, one value among compressed objects, or all of them. */
const read = (reading: Reading, from: string, at: number, what: 'object' | 'value' | 'all') => {
  const dictionary: Token[] = []
  const streams: number[] = []
  let end = at
  let depth = 0
  for (const found of pdfTokens(from, at)) {
    end = found.end
    if (++reading.tokens > maxTokensRead) hidden('too much to read')
    if (active.has(found.text)) refuse(`pdf: ${found.text}`, 'activePdf')
    reading.isEncrypted ||= found.text === '/Encrypt'
    if (found.text.startsWith('stream')) streams.push(end - found.text.length)
    else if (streams.length === 0 && dictionary.length < maxTokens) dictionary.push(found)
    if (found.text === '<<' || found.text === '[') depth++
    else if (found.text === '>>' || found.text === ']') depth = Math.max(0, depth - 1)
    if (depth === 0 && (what === 'value' || (what === 'object' && endsObject.test(found.text)))) break
    if (end - at > reading.left) hidden('too much to read')
  }
  reading.left -= end - at
  return { dictionary, streams }
}

const readObjectStream = (reading: Reading, dictionary: Token[], at: number) => {
  const names = dictionary.filter(({ text }) => text.startsWith('/')).map(({ text }) => text)
  if (names.some((name) => !knownOfObjectStreams.has(name))) hidden('compressed objects with unknown rules')
  const places = dictionary.flatMap(({ text }, index) => (text === '/First' ? [index + 1] : []))
  const [first, next] = [dictionary[places[0] ?? 0]?.text ?? '', dictionary[(places[0] ?? 0) + 1]?.text ?? '']
  if (places.length !== 1 || !/^\d{1,9}$/.test(first) || /^\d/.test(next)) hidden('compressed objects without a start')
  const filters = names.filter((name) => name === '/FlateDecode' || name === '/Fl').length
  if (filters !== (names.includes('/Filter') ? 1 : 0)) hidden('compressed objects with another filter')
  const content = filters === 1 ? inflated(reading, at) : reading.text.slice(at)
  const head = content.slice(0, Number(first))
  if (/[^\d\0\t\n\f\r ]/.test(head)) hidden('compressed objects without a table')
  const numbers = head.split(/[\0\t\n\f\r ]+/).filter(Boolean)
  for (const [index, number] of numbers.entries())
    if (index % 2) read(reading, content, Number(first) + Number(number), 'value')
  if (filters === 1) read(reading, content, Number(first), 'all')
}

const inflated = (reading: Reading, at: number) => {
  const [kind = 0, flags = 0] = reading.bytes.subarray(at, at + 2)
  if ((kind & 15) !== 8 || flags & 32) hidden('a compression that is not known')
  try {
    const maxOutputLength = Math.max(1, reading.inflatable)
    const content = inflateRawSync(reading.bytes.subarray(at + 2), { maxOutputLength })
    reading.inflatable -= content.length
    reading.left += maxRead(content.length)
    return content.toString('latin1')
  } catch {
    return hidden('compressed objects that do not open')
  }
}
