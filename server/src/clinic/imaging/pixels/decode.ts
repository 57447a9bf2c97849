import { createRequire } from 'node:module'
import { type DicomJson, numberOf } from '../dicom/dicom-json.ts'
import type { Compression } from '../dicom/pixel-syntaxes.ts'
import { type Codestream, jpeg2000Head, jpegHead } from './codestream.ts'
import { type Frame, storedBits, type Words, wordsOver } from './frame.ts'
import { colorOf, maxFrameBytes, sizeOf, tag } from './frame-tags.ts'
import { PictureRefused } from './picture-refused.ts'
import { unpackRle } from './rle.ts'

// It has a module's types, but is not a module.
const { Context, NativeCodecs, log } = createRequire(import.meta.url)('dcmjs-codecs') as typeof import('dcmjs-codecs')

type Codec = {
  decode: 'decodeJpeg' | 'decodeJpegLs' | 'decodeJpeg2000' | 'decodeHtJpeg2000'
  head: (bytes: Buffer) => Codestream
}

const codecs = {
  jpeg: { decode: 'decodeJpeg', head: jpegHead },
  'jpeg-ls': { decode: 'decodeJpegLs', head: jpegHead },
  'jpeg-2000': { decode: 'decodeJpeg2000', head: jpeg2000Head },
  'ht-jpeg-2000': { decode: 'decodeHtJpeg2000', head: jpeg2000Head },
} satisfies Partial<Record<Compression, Codec>>

/** The JPEG decoder continues past broken data, and reports it only there. */
const isBroken = (message: string) => /Corrupt JPEG data|Premature end/.test(message) && !/extraneous/.test(message)

const run = async (decode: Codec['decode'], bytes: Buffer, head: Codestream): Promise<Buffer> => {
  const wide = head.precision > 8 || (decode === 'decodeHtJpeg2000' && head.isSigned)
  const size = head.rows * head.columns * head.components * (wide ? 2 : 1)
  // Its bits are those of the stream, whatever the tags say.
  if (size > maxFrameBytes) throw new PictureRefused('too_large')
  const context = new Context({
    width: head.columns,
    height: head.rows,
    bitsAllocated: wide ? 16 : 8,
    bitsStored: head.precision,
    samplesPerPixel: head.components,
    pixelRepresentation: head.isSigned ? 1 : 0,
    planarConfiguration: 0,
    photometricInterpretation: head.components === 1 ? 'MONOCHROME2' : 'RGB',
    encodedBuffer: bytes,
  })
  let isWhole = true
  log.info = (message: unknown) => {
    if (isBroken(String(message))) isWhole = false
  }
  try {
    if (!NativeCodecs.isInitialized()) await NativeCodecs.initializeAsync({ logCodecsInfo: true })
    const { buffer, byteOffset, byteLength } = NativeCodecs[decode](context).getDecodedBuffer() ?? new Uint8Array()
    if (isWhole && byteLength === size) return Buffer.from(buffer, byteOffset, byteLength)
  } catch {
    // A decoder's leftovers stay in its memory, so the next frame gets a fresh one.
    NativeCodecs.release()
  }
  throw new PictureRefused('damaged')
}

const decodeWith = async ({ decode, head: read }: Codec, tags: DicomJson, bytes: Buffer): Promise<Frame> => {
  const head = read(bytes)
  const { rows, columns, samples } = sizeOf(tags)
  // A picture whose size differs from the tags would be shown at wrong places; a decoder would read beyond it.
  if (head.rows !== rows || head.columns !== columns || head.components !== samples) throw new PictureRefused('damaged')
  const { components, precision } = head
  const isWideColor = components > 1 && precision > 8 && decode === 'decodeJpeg2000'
  if (![1, 3].includes(components) || precision > 16 || isWideColor) throw new PictureRefused('form')
  // The HTJ2K decoder takes a truncated stream for a coarser picture.
  if (decode === 'decodeHtJpeg2000' && bytes.lastIndexOf('ffd9', undefined, 'hex') < 0)
    throw new PictureRefused('damaged')
  const decoded = await run(decode, bytes, head)
  const words: Words = decoded.length > rows * columns * components ? wordsOver(Uint16Array, decoded) : decoded
  return {
    rows,
    columns,
    samples,
    words,
    // A scan-by-scan JPEG-LS stays planar; JPEG is interleaved.
    isPlanar: head.isPlanar && decode === 'decodeJpegLs',
    ...meaningOf(tags, head, decode, words),
    color: colorAfter(tags, head, decode),
  }
}

const isJpeg2000 = (decode: Codec['decode']) => decode === 'decodeJpeg2000' || decode === 'decodeHtJpeg2000'

/** JPEG 2000 decoders return signed numbers, the others the original bits. */
const meaningOf = (tags: DicomJson, head: Codestream, decode: Codec['decode'], words: Words) => {
  const allocated = words.BYTES_PER_ELEMENT * 8
  const isSigned = numberOf(tags, tag.isSigned) === 1
  if (isJpeg2000(decode)) return { stored: head.precision, shift: 0, isSigned: isSigned || head.isSigned }
  return { ...storedBits(tags, allocated), isSigned }
}

/** JPEG 2000 has reversed its own color transform; for JPEG the tags decide, unless the stream is explicit. */
const colorAfter = (tags: DicomJson, { isYcc }: Codestream, decode: Codec['decode']) => {
  const color = colorOf(tags)
  if (isJpeg2000(decode)) return /^YBR_(RCT|ICT)$/.test(color) ? 'RGB' : color.replace('_422', '')
  return color.startsWith('YBR_') || (isYcc && decode === 'decodeJpeg' && color === 'RGB') ? 'YBR_FULL' : color
}

const decodeRle = (tags: DicomJson, bytes: Buffer): Frame => {
  const size = sizeOf(tags)
  const allocated = numberOf(tags, tag.bitsAllocated) ?? 0
  if (![8, 16, 32].includes(allocated)) throw new PictureRefused('form')
  const unpacked = unpackRle(bytes, size.rows * size.columns, size.samples, allocated / 8)
  const kind = allocated === 8 ? Uint8Array : allocated === 16 ? Uint16Array : Uint32Array
  return {
    ...size,
    words: wordsOver<Words>(kind, unpacked),
    ...storedBits(tags, allocated),
    isSigned: numberOf(tags, tag.isSigned) === 1,
    isPlanar: true,
    color: colorOf(tags).replace('_422', ''),
  }
}

/** The frame of bytes compressed in this way; refuses what cannot be fully decoded. */
export const decodedFrame = async (compression: Compression, tags: DicomJson, bytes: Buffer): Promise<Frame> => {
  if (compression === 'rle') return decodeRle(tags, bytes)
  if (compression === 'video') throw new PictureRefused('video')
  return decodeWith(codecs[compression], tags, bytes)
}
