import dcmjs from 'dcmjs'
import { birthDateOf, type DicomJson, dicomJson, numberOf, textOf } from './dicom-json.ts'
import { checkFrameCount } from './frames.ts'
import { HeadGoesOn, HeadLeavesOut, type Hole, type Layout, layoutOf } from './head-layout.ts'
import { DicomRefused, type RefusalReason } from './refused.ts'
import { deflated, explicitLittleEndian } from './transfer-syntaxes.ts'

dcmjs.log.setLevel('silent')
// dcmjs forgets the character set inside sequences, and knows no escapes: texts stay bytes, and `charsets.ts` decodes them.
dcmjs.data.ReadBufferStream.prototype.setDecoder = () => {}

const maxIdLength = 250
const maxJsonLength = 8 * 1024 * 1024

export type ReadHead = {
  studyUid: string
  seriesUid: string
  sopUid: string
  sopClass: string
  transferSyntax: string
  patientId: string
  issuer: string
  /** YYYYMMDD, or empty if missing or partial. */
  birthDate: string
  instanceNumber: number
  /** Every tag except the pixels, as DICOM JSON: only the database needs it as more than text. */
  metadata: string
  /** Reports, documents and plans have none. */
  pixels: { at: number; length: number; isEncapsulated: boolean; frameBits: number; frames: number } | undefined
}
export type HeadResponse = { head: ReadHead } | { refused: RefusalReason } | { goesOn: true } | { hole: Hole }

/** PS3.5 9.1: digits and points, at most 64 characters, no component but 0 begins with 0 (which is not enforced). */
const isUid = (text: string | undefined): text is string =>
  text !== undefined && text.length <= 64 && /^[0-9]+(\.[0-9]+)*$/.test(text)

/** The input for dcmjs: without long values; a deflated file comes inflated, as if it had never been deflated. */
const plainHead = (bytes: Buffer, { bulk, syntax, pixels }: Layout) => {
  const pieces: Buffer[] = []
  let at = 0
  for (const { from, to } of bulk) {
    pieces.push(bytes.subarray(at, from))
    at = to
  }
  const plain = Buffer.concat([...pieces, bytes.subarray(at, pixels?.headAt)])
  if (syntax === deflated) plain.write(explicitLittleEndian.padEnd(syntax.length, '\0'), plain.indexOf(deflated, 132))
  return plain
}

const tagsOf = (bytes: Buffer, layout: Layout) => {
  try {
    const head = plainHead(bytes, layout)
    const tags = dicomJson(dcmjs.data.DicomMessage.readFile(Uint8Array.from(head).buffer, { ignoreErrors: true }).dict)
    const { pixels, bulk } = layout
    const isFloat = pixels !== undefined && pixels.tag !== 0x7fe00010
    for (const { tag, vr, at, length } of isFloat ? [...bulk, pixels] : bulk)
      tags[tag.toString(16).toUpperCase().padStart(8, '0')] = { vr, BulkDataURI: `${at},${length}` }
    return tags
  } catch (cause) {
    throw new DicomRefused('unreadable', { cause })
  }
}

/** Color written at half its width (PS3.3 C.7.6.3.1.2) takes two samples per pixel instead of three. */
const samplesOf = (tags: DicomJson) =>
  textOf(tags, '00280004')?.endsWith('_422') ? 2 : (numberOf(tags, '00280002') ?? 0)

const pixelsOf = (tags: DicomJson, { pixels, text }: Layout): ReadHead['pixels'] => {
  // A file that gives the bits per pixel describes an image.
  const isImage = numberOf(tags, '00280100') !== undefined
  if (!pixels || pixels.length === 0) {
    if (isImage || pixels) throw new DicomRefused('no_pixels')
    return undefined
  }
  const frames = Number(text(0x00280008) || '1')
  checkFrameCount(frames)
  const [rows = 0, columns = 0, bits = 0] = ['00280010', '00280011', '00280100'].map((tag) => numberOf(tags, tag))
  const { at, length, isEncapsulated } = pixels
  return { at, length, isEncapsulated, frameBits: rows * columns * bits * samplesOf(tags), frames }
}

const headOf = (bytes: Buffer, isAll: boolean, holes: Hole[]): ReadHead => {
  const layout = layoutOf(bytes, isAll, holes)
  const { syntax, text } = layout
  // As written: dcmjs would fix malformed ones.
  const [studyUid, seriesUid, sopUid] = [0x0020000d, 0x0020000e, 0x00080018].map(text)
  if (!isUid(studyUid) || !isUid(seriesUid) || !isUid(sopUid)) throw new DicomRefused('uids')

  const tags = tagsOf(bytes, layout)
  const [patientId = '', issuer = ''] = ['00100020', '00100021'].map((tag) => textOf(tags, tag))
  const metadata = JSON.stringify(tags)
  if (Math.max(patientId.length, issuer.length) > maxIdLength || metadata.length > maxJsonLength)
    throw new DicomRefused('too_complex')
  const pixels = pixelsOf(tags, layout)
  const number = numberOf(tags, '00200013') ?? 0
  return {
    studyUid,
    seriesUid,
    sopUid,
    sopClass: textOf(tags, '00080016') ?? '',
    transferSyntax: syntax,
    patientId,
    issuer,
    birthDate: birthDateOf(tags),
    // The column is an int.
    instanceNumber: number === (number | 0) ? number : 0,
    metadata,
    pixels,
  }
}

/** Reads the head in a separate process: `readApart`. */
export default ({ bytes, isAll, holes = [] }: { bytes: Buffer; isAll: boolean; holes?: Hole[] }): HeadResponse => {
  try {
    return { head: headOf(bytes, isAll, holes) }
  } catch (error) {
    if (error instanceof HeadLeavesOut) return { hole: error.hole }
    if (error instanceof HeadGoesOn) return { goesOn: true }
    if (error instanceof DicomRefused) return { refused: error.reason }
    throw error
  }
}
