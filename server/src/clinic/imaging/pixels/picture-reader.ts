import dcmjs from 'dcmjs'
import { type DicomJson, numberOf } from '../dicom/dicom-json.ts'
import { compressionOf, isNative } from '../dicom/pixel-syntaxes.ts'
import { deflated, explicitBigEndian, explicitLittleEndian } from '../dicom/transfer-syntaxes.ts'
import { colorPixels } from './color.ts'
import { decodedFrame } from './decode.ts'
import { encodePicture } from './encode.ts'
import { type Frame, nativeFrame } from './frame.ts'
import { frameTags, maxFrameBytes, sizeOf, tag } from './frame-tags.ts'
import { grayPixels } from './gray.ts'
import { drawOverlays } from './overlays.ts'
import { palettePixels } from './palette.ts'
import { type PictureRefusal, PictureRefused } from './picture-refused.ts'
import { plainBytes } from './plain.ts'
import type { Rendering } from './rendering.ts'
import { shownSize } from './size.ts'

dcmjs.log.setLevel('silent')

export type PictureJob = {
  syntax: string
  /** The number of the frame, from 1, and its bytes as stored. */
  frame: number
  bytes: Buffer
  /** Where in the first byte the frame begins. */
  bit: number
  tags: DicomJson
  /** The beginning of the file, if the tags lack what only the file has. */
  head?: Buffer | undefined
  /** Absent for plain pixels. */
  rendering?: Rendering
}
export type PictureResponse = { bytes: Uint8Array } | { refused: PictureRefusal }

/** Values read by dcmjs have the form of DICOM JSON, except the binary ones. */
const tagsIn = (head: Buffer, frame: number) => {
  const plain = Uint8Array.from(head)
  // Inflated data must not be inflated again.
  const at = head.indexOf(`${deflated}`)
  if (at > 0) plain.set(Buffer.from(explicitLittleEndian.padEnd(deflated.length, '\0')), at)
  try {
    const { dict } = dcmjs.data.DicomMessage.readFile(plain.buffer, { ignoreErrors: true })
    return frameTags(dict as DicomJson, frame)
  } catch {
    throw new PictureRefused('damaged')
  }
}

const pixelsOf = (frame: Frame, tags: DicomJson, rendering: Rendering, isBigEndian: boolean) => {
  const { columns: width, rows: height, samples, color } = frame
  if (samples === 3) return { width, height, channels: 3, data: colorPixels(frame) } as const
  if (samples !== 1) throw new PictureRefused('form')
  if (color === 'PALETTE COLOR')
    return { width, height, channels: 3, data: palettePixels(frame, tags, isBigEndian) } as const
  return { width, height, channels: 1, data: grayPixels(frame, tags, rendering, isBigEndian) } as const
}

/** Checked before anything of that size is made. */
const checkSize = (tags: DicomJson) => {
  const { rows, columns, samples } = sizeOf(tags)
  if (![rows, columns, samples].every((count) => Number.isInteger(count) && count > 0)) throw new PictureRefused('form')
  const sampleBytes = Math.max(1, (numberOf(tags, tag.bitsAllocated) ?? 8) / 8)
  if (rows * columns * samples * sampleBytes > maxFrameBytes) throw new PictureRefused('too_large')
}

const answerOf = async (job: PictureJob) => {
  const { syntax, bytes, bit, frame: number, head, rendering, ...given } = job
  const isBigEndian = syntax === explicitBigEndian
  const tags = head ? tagsIn(head, number) : given.tags
  checkSize(tags)
  const compression = compressionOf(syntax)
  if (!compression && !isNative(syntax)) throw new PictureRefused('compression')
  const frame = compression
    ? await decodedFrame(compression, tags, bytes)
    : nativeFrame(tags, bytes, { isBigEndian, bit })
  if (!rendering) return plainBytes(frame, tags)
  const pixels = pixelsOf(frame, tags, rendering, isBigEndian)
  if (rendering.hasOverlays ?? true) drawOverlays(pixels, tags, frame, { number, isBigEndian })
  return encodePicture(pixels, shownSize(tags, rendering.viewport), rendering)
}

/** Decodes and draws in a separate process: bad bytes end only that. */
export default async (job: PictureJob): Promise<PictureResponse> => {
  try {
    return { bytes: await answerOf(job) }
  } catch (error) {
    if (error instanceof PictureRefused) return { refused: error.reason }
    throw error
  }
}
