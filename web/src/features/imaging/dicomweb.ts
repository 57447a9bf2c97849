import {
  type Args,
  type Call,
  DicomResponse,
  type DicomTags,
  readFrames,
  readInstanceMetadata,
  readSeries,
  readSeriesMetadata,
  searchInstances,
  searchSeries,
} from '@fornix/contract'
import { ApiFailure, openStream } from '../../platform/calls/api.ts'
import { type Image, imagesOf } from './images.ts'
import { multipartParts } from './multipart.ts'
import { numberOf, textOf } from './tags.ts'
import { isEnhanced } from './volume-check.ts'

const silenceMs = 30_000

/** The bytes of a response as they arrive; it may take any time, but a connection that falls silent counts as lost. */
async function* chunksOf(response: Response, signal: AbortSignal) {
  const reader = response.body!.getReader()
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    while (true) {
      const silence = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new ApiFailure(0)), silenceMs)
      })
      const { done, value } = await Promise.race([reader.read(), silence])
      clearTimeout(timer)
      if (done) return
      yield value
    }
  } catch (error) {
    if (signal.aborted) throw error
    throw new ApiFailure(0)
  } finally {
    clearTimeout(timer)
    reader.cancel().catch(() => undefined)
  }
}

export const listed = async <C extends Call>(call: C, args: Args<C>, signal: AbortSignal) =>
  DicomResponse.parse(await (await openStream(call, signal, args)).json())

export type Series = { uid: string; number: number; description: string; modality: string; instances: number }

export const seriesOf = async (study: string, signal: AbortSignal): Promise<Series[]> =>
  (await listed(searchSeries, { params: { study } }, signal))
    .map((tags) => ({
      uid: textOf(tags, '0020000E'),
      number: numberOf(tags, '00200011') ?? 0,
      description: textOf(tags, '0008103E'),
      modality: textOf(tags, '00080060'),
      instances: numberOf(tags, '00201209') ?? 0,
    }))
    .sort((a, b) => a.number - b.number)

/** All tags of an instance. */
export const readTags = async (params: Args<typeof readInstanceMetadata>['params'], signal: AbortSignal) => {
  const [tags = {}] = await listed(readInstanceMetadata, { params }, signal)
  return tags
}

/** Whether a list omits what matters. Some archives omit an image's format, and none lists per-frame data. */
const isShort = (tags: DicomTags) =>
  !textOf(tags, '00280004') || numberOf(tags, '00280100') === undefined || isEnhanced(textOf(tags, '00080016'))

/** The pictures of a series in the order of their numbers, with the attributes that decide how they are shown. */
export const readImages = async (study: string, series: string, signal: AbortSignal): Promise<Image[]> => {
  const list = await listed(searchInstances, { params: { study, series } }, signal)
  const fullTags = list.some(isShort) ? await listed(readSeriesMetadata, { params: { study, series } }, signal) : []
  const whole = new Map(fullTags.map((tags) => [textOf(tags, '00080018'), tags]))
  return (
    list
      // The metadata do not say how an archive compresses its files.
      .map((tags) => ({ ...tags, ...whole.get(textOf(tags, '00080018')) }))
      // Documents and other objects of the study have no pixels.
      .filter((tags) => (numberOf(tags, '00280010') ?? 0) > 0)
      .sort((a, b) => (numberOf(a, '00200013') ?? 0) - (numberOf(b, '00200013') ?? 0))
      .flatMap(imagesOf)
  )
}

/** The DICOM files of a series; `onFile` is called as each arrives. */
export const filesOf = async (study: string, series: string, signal: AbortSignal, onFile: (count: number) => void) => {
  const response = await openStream(readSeries, signal, { params: { study, series } })
  const files: Uint8Array<ArrayBuffer>[] = []
  for await (const part of multipartParts(chunksOf(response, signal), response.headers.get('content-type') ?? '')) {
    files.push(part)
    onFile(files.length)
  }
  return files
}

const plainPixels = 'multipart/related; type="application/octet-stream"; transfer-syntax=1.2.840.10008.1.2.1'
/** In one request; the server allows 64. */
const frameBatchSize = 32

/** Frames of instances as uncompressed pixels, in the requested order. */
export async function* plainFramesOf(
  chain: { study: string; series: string },
  wanted: readonly { instance: string; frame: number }[],
  signal: AbortSignal,
) {
  for (let from = 0; from < wanted.length; ) {
    const { instance } = wanted[from]!
    const others = wanted.slice(from, from + frameBatchSize)
    const end = others.findIndex((one) => one.instance !== instance)
    const group = end < 0 ? others : others.slice(0, end)
    const params = { ...chain, instance, frames: group.map(({ frame }) => frame).join(',') }
    const response = await openStream(readFrames, signal, { params, query: { accept: plainPixels } })
    yield* multipartParts(chunksOf(response, signal), response.headers.get('content-type') ?? '')
    from += group.length
  }
}
