import { createRequire } from 'node:module'
import dcmjs from 'dcmjs'
import { decode } from 'fast-png'
import { dicomJson } from '../src/clinic/imaging/dicom/dicom-json.ts'
import { frameTags } from '../src/clinic/imaging/pixels/frame-tags.ts'
import { pictureOf } from '../src/clinic/imaging/pixels/picture.ts'
import type { PictureJob } from '../src/clinic/imaging/pixels/picture-reader.ts'
import { type Kind, phantom } from './phantoms.ts'

const { NativeCodecs, Transcoder } = createRequire(import.meta.url)('dcmjs-codecs') as typeof import('dcmjs-codecs')

const bufferOf = (bytes: Buffer) => Uint8Array.from(bytes).buffer

/** What the archive hands over for a frame of a phantom. */
export const jobOf = (kind: Kind, { frame = 1, ...change }: Partial<PictureJob> = {}): PictureJob => {
  const { dict } = dcmjs.data.DicomMessage.readFile(bufferOf(phantom(kind).bytes))
  const pixels = Buffer.from(dict['7FE00010']?.Value?.[0] as ArrayBuffer)
  const size = Math.floor(pixels.length / (kind.frames ?? 1))
  return {
    syntax: '1.2.840.10008.1.2.1',
    frame,
    bit: 0,
    bytes: pixels.subarray((frame - 1) * size, frame * size),
    tags: frameTags(dicomJson(dict), frame),
    rendering: {},
    ...change,
  }
}

/** The same for a phantom that is compressed in this way. */
export const compressedJob = async (kind: Kind, syntax: string): Promise<PictureJob> => {
  if (!NativeCodecs.isInitialized()) await NativeCodecs.initializeAsync()
  const transcoder = new Transcoder(bufferOf(phantom(kind).bytes))
  transcoder.transcode(syntax)
  const [frame] = transcoder.getElements()['PixelData'] as ArrayBuffer[]
  return jobOf(kind, { syntax, bytes: Buffer.from(frame ?? new ArrayBuffer(0)) })
}

export const drawn = async (job: PictureJob) => {
  const { data, width, height, channels } = decode(await pictureOf(async () => job))
  return { data: Buffer.from(data), width, height, channels }
}

export const plainOf = ({ rendering: _, ...job }: PictureJob) => pictureOf(async () => job)
