import type { Readable } from 'node:stream'
import { chunksOf } from '../../../platform/base/chunks.ts'
import type { ArchiveResponse } from '../../../platform/calls/send-response.ts'
import { type DicomJson, numberOf } from '../dicom/dicom-json.ts'
import { deflated, explicitBigEndian, explicitLittleEndian } from '../dicom/transfer-syntaxes.ts'
import { frameTags, lacksTables, maxFrameBytes, sizeOf, tag } from '../pixels/frame-tags.ts'
import { pictureOf } from '../pixels/picture.ts'
import { PictureRefused } from '../pixels/picture-refused.ts'
import { type Requester, waitForTurn } from '../pixels/render-limit.ts'
import type { Rendering } from './archive.ts'
import { onlyPart } from './only-part.ts'
import { withinMs } from './pacs.ts'
import { maxHeadBytes } from './stored-frame.ts'

/** The compression of frames whose part names no transfer syntax, by media type (PS3.18 8.7.3). */
const syntaxes: Record<string, string> = {
  'application/octet-stream': explicitLittleEndian,
  'image/jpeg': '1.2.840.10008.1.2.4.70',
  'image/dicom-rle': '1.2.840.10008.1.2.5',
  'image/jls': '1.2.840.10008.1.2.4.80',
  'image/jp2': '1.2.840.10008.1.2.4.90',
  'image/jphc': '1.2.840.10008.1.2.4.201',
}
const syntaxOf = (type: string) => /transfer-syntax="?([\d.]+)/.exec(type)?.[1] ?? syntaxes[type.split(';')[0]!.trim()]

/** The bytes to their end, or until there are more than `most`. */
const gathered = async (bytes: Readable, most: number) => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of chunksOf(bytes)) {
    chunks.push(chunk)
    size += chunk.length
    if (size > most) break
  }
  return Buffer.concat(chunks)
}

/** What a PACS has of one instance. */
export type PacsInstance = {
  tags: (signal: AbortSignal) => Promise<DicomJson | undefined>
  /** As it is stored, or as plain pixels. */
  frame: (number: number, form: 'stored' | 'plain', signal: AbortSignal) => Promise<ArchiveResponse | null>
  file: (signal: AbortSignal) => Promise<ArchiveResponse | null>
}

/** Few pictures are made at once, for all users: slow senders must not hold those places. */
const timeoutMs = 30_000

const readFrame = async (instance: PacsInstance, number: number, form: 'stored' | 'plain', signal: AbortSignal) => {
  const response = await instance.frame(number, form, signal)
  if (!response) return undefined
  let type = ''
  const part = onlyPart(response, (own) => {
    type = own
  })
  const bytes = await gathered(part, maxFrameBytes)
  if (bytes.length > maxFrameBytes) throw new PictureRefused('too_large')
  return { bytes, syntax: syntaxOf(type) }
}

/** In a byte order that does not depend on how the file was written. */
const frameOf = async (instance: PacsInstance, number: number, signal: AbortSignal) => {
  const stored = await readFrame(instance, number, 'stored', signal)
  const isOpen = stored?.syntax && ![explicitBigEndian, deflated].includes(stored.syntax)
  const frame = isOpen ? stored : await readFrame(instance, number, 'plain', signal)
  if (frame?.syntax === undefined) throw new PictureRefused('form')
  return { bytes: frame.bytes, syntax: frame.syntax }
}

const headOf = async (instance: PacsInstance, signal: AbortSignal) => {
  const file = await instance.file(signal)
  return file ? gathered(onlyPart(file), maxHeadBytes) : undefined
}

/**
 * One frame as a picture that is drawn here: a PACS may draw it in a different window, inverted, or from the wrong bits.
 * Null if there is no such frame.
 */
export const pacsPicture = async (
  instance: PacsInstance,
  { frame: number = 1, ...rendering }: Rendering,
  requester?: Requester,
  ms = timeoutMs,
): Promise<ArchiveResponse | null> => {
  if (requester) await waitForTurn(requester)
  const all = await withinMs(ms, requester?.signal, (signal) => instance.tags(signal))
  if (!all || number > (numberOf(all, tag.frames) ?? 1)) return null
  if (sizeOf(all).rows === 0) throw new PictureRefused('none')
  const tags = frameTags(all, number)
  const load = () =>
    withinMs(ms, requester?.signal, async (signal) => ({
      ...(await frameOf(instance, number, signal)),
      frame: number,
      bit: 0,
      tags,
      head: lacksTables(tags) ? await headOf(instance, signal) : undefined,
      rendering,
    }))
  const body = await pictureOf(load, requester?.signal)
  const { type = 'png' } = rendering
  return { headers: { 'content-type': `image/${type}`, 'content-length': String(body.length) }, body }
}
