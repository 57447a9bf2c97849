import dcmjs from 'dcmjs'
import dicomParser from 'dicom-parser'
import { type DicomJson, dicomJson, numberOf, textOf } from './dicom-json.ts'
import { encapsulatedFrames, type Frames, nativeFrames, type ReadBytes } from './frames.ts'
import { DicomRefused } from './refused.ts'
import { implicitLittleEndian, transferSyntaxes } from './transfer-syntaxes.ts'

dcmjs.log.setLevel('silent')

export type Head = {
  studyUid: string
  seriesUid: string
  sopUid: string
  sopClass: string
  transferSyntax: string
  /** Every tag but the pixels. */
  metadata: DicomJson
  frames: Frames
}

const firstBytes = 256 * 1024
const mostBytes = 16 * 1024 * 1024
const pixelData = 'x7fe00010'

/** PS3.5 9.1: digits and points, at most 64 characters, no component but 0 begins with 0 (which is not insisted on). */
const isUid = (text: string | undefined): text is string =>
  text !== undefined && text.length <= 64 && /^[0-9]+(\.[0-9]+)*$/.test(text)

/** How the rest of the file is written; it says so in a head of its own, which is always written the same way. */
const syntaxOf = (bytes: Buffer) => {
  if (bytes.toString('latin1', 128, 132) !== 'DICM') throw new DicomRefused('not_dicom')
  const syntax = (() => {
    try {
      return dicomParser.readPart10Header(bytes).string('x00020010')?.trim() ?? ''
    } catch (cause) {
      throw new DicomRefused('truncated', { cause })
    }
  })()
  if (!transferSyntaxes.has(syntax)) throw new DicomRefused(syntax === '' ? 'truncated' : 'transfer_syntax')
  return syntax
}

/** The beginning of the file that holds every tag before the pixels, read in growing steps. */
const parsedHead = async (read: ReadBytes, size: number) => {
  for (let length = Math.min(size, firstBytes); ; length = Math.min(size, length * 8, mostBytes)) {
    const bytes = await read(0, length - 1)
    const syntax = syntaxOf(bytes)
    const isAll = length === size || length === mostBytes
    try {
      const dataset = dicomParser.parseDicom(bytes, { untilTag: pixelData })
      const pixels = dataset.elements[pixelData]
      if (pixels || isAll) return { bytes, dataset, pixels, syntax }
    } catch (cause) {
      if (isAll) throw new DicomRefused(size > 132 ? 'truncated' : 'not_dicom', { cause })
    }
  }
}

const tagsOf = (bytes: Buffer): DicomJson => {
  try {
    const copy = Uint8Array.from(bytes).buffer
    return dicomJson(dcmjs.data.DicomMessage.readFile(copy, { ignoreErrors: true }).dict)
  } catch (cause) {
    throw new DicomRefused('not_dicom', { cause })
  }
}

/** Everything about an instance but its pixels. Reads little more than its beginning; throws `DicomRefused`. */
export const readHead = async (read: ReadBytes, size: number): Promise<Head> => {
  if (size < 140) throw new DicomRefused('not_dicom')
  const { bytes, dataset, pixels, syntax } = await parsedHead(read, size)
  if (!pixels || pixels.length === 0) throw new DicomRefused('no_pixels')

  // The head of the pixel element itself: tag and length, and in explicit syntaxes the value representation.
  const metadata = tagsOf(bytes.subarray(0, pixels.dataOffset - (syntax === implicitLittleEndian ? 8 : 12)))
  // As they are written: dcmjs would tidy malformed ones up.
  const [studyUid, seriesUid, sopUid] = ['x0020000d', 'x0020000e', 'x00080018'].map((tag) =>
    dataset.string(tag)?.trim(),
  )
  if (!isUid(studyUid) || !isUid(seriesUid) || !isUid(sopUid)) throw new DicomRefused('uids')

  const count = numberOf(metadata, '00280008') ?? 1
  const bits = ['00280010', '00280011', '00280002', '00280100'].map((tag) => numberOf(metadata, tag) ?? 0)
  const frameBytes = bits.reduce((product, factor) => product * factor, 1 / 8)
  const frames = pixels.hadUndefinedLength
    ? await encapsulatedFrames(read, pixels.dataOffset, size, count)
    : nativeFrames(pixels.dataOffset, Math.min(pixels.length, size - pixels.dataOffset), frameBytes, count)
  return {
    studyUid,
    seriesUid,
    sopUid,
    sopClass: textOf(metadata, '00080016') ?? '',
    transferSyntax: syntax,
    metadata,
    frames,
  }
}
