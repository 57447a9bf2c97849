import dcmjs from 'dcmjs'
import { dicomJson, numberOf, textOf } from './dicom-json.ts'
import { checkFrameCount } from './frames.ts'
import { HeadGoesOn, layoutOf } from './head-layout.ts'
import { DicomRefused, type RefusalReason } from './refused.ts'

dcmjs.log.setLevel('silent')

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
  instanceNumber: number
  /** Every tag but the pixels, as DICOM JSON: only the database needs it as more than text. */
  metadata: string
  pixels: { at: number; length: number; isEncapsulated: boolean; frameBits: number; frames: number }
}
export type HeadAnswer = { head: ReadHead } | { refused: RefusalReason } | { goesOn: true }

/** PS3.5 9.1: digits and points, at most 64 characters, no component but 0 begins with 0 (which is not insisted on). */
const isUid = (text: string | undefined): text is string =>
  text !== undefined && text.length <= 64 && /^[0-9]+(\.[0-9]+)*$/.test(text)

const tagsOf = (bytes: Uint8Array) => {
  try {
    return dicomJson(dcmjs.data.DicomMessage.readFile(Uint8Array.from(bytes).buffer, { ignoreErrors: true }).dict)
  } catch (cause) {
    throw new DicomRefused('unreadable', { cause })
  }
}

const headOf = (bytes: Buffer, isAll: boolean): ReadHead => {
  const { syntax, pixels, text } = layoutOf(bytes, isAll)
  if (!pixels || pixels.length === 0) throw new DicomRefused('no_pixels')
  // As they are written: dcmjs would tidy malformed ones up.
  const [studyUid, seriesUid, sopUid] = [0x0020000d, 0x0020000e, 0x00080018].map(text)
  if (!isUid(studyUid) || !isUid(seriesUid) || !isUid(sopUid)) throw new DicomRefused('uids')

  const tags = tagsOf(bytes.subarray(0, pixels.headAt))
  const [patientId = '', issuer = ''] = ['00100020', '00100021'].map((tag) => textOf(tags, tag))
  const metadata = JSON.stringify(tags)
  if (Math.max(patientId.length, issuer.length) > maxIdLength || metadata.length > maxJsonLength)
    throw new DicomRefused('too_complex')
  const frames = Number(text(0x00280008) || '1')
  checkFrameCount(frames)
  const bits = ['00280010', '00280011', '00280002', '00280100'].map((tag) => numberOf(tags, tag) ?? 0)
  const number = numberOf(tags, '00200013') ?? 0
  return {
    studyUid,
    seriesUid,
    sopUid,
    sopClass: textOf(tags, '00080016') ?? '',
    transferSyntax: syntax,
    patientId,
    issuer,
    // The column is an int.
    instanceNumber: number === (number | 0) ? number : 0,
    metadata,
    pixels: {
      at: pixels.at,
      length: pixels.length,
      isEncapsulated: pixels.isEncapsulated,
      frameBits: bits.reduce((product, factor) => product * factor, 1),
      frames,
    },
  }
}

/** Reads the head in a process of its own: `readApart`. */
export default ({ bytes, isAll }: { bytes: Buffer; isAll: boolean }): HeadAnswer => {
  try {
    return { head: headOf(bytes, isAll) }
  } catch (error) {
    if (error instanceof HeadGoesOn) return { goesOn: true }
    if (error instanceof DicomRefused) return { refused: error.reason }
    throw error
  }
}
