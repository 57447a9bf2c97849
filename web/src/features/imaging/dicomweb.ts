import {
  type Args,
  type Call,
  DicomAnswer,
  type DicomTags,
  readInstanceMetadata,
  readSeries,
  searchInstances,
  searchSeries,
} from '@fornix/contract'
import { ApiFailure, openStream } from '../../platform/calls/api.ts'
import { multipartParts } from './multipart.ts'

const value = (tags: DicomTags, tag: string) => tags[tag]?.Value?.[0]
const text = (tags: DicomTags, tag: string) => String(value(tags, tag) ?? '')
const number = (tags: DicomTags, tag: string) => {
  const given = value(tags, tag)
  return given === undefined || given === '' || !Number.isFinite(Number(given)) ? undefined : Number(given)
}

const silenceMs = 30_000

/** The bytes of an answer as they come; however long it takes, but a connection that falls silent counts as lost. */
async function* chunksOf(answer: Response, signal: AbortSignal) {
  const reader = answer.body!.getReader()
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

const listed = async <C extends Call>(call: C, args: Args<C>, signal: AbortSignal) =>
  DicomAnswer.parse(await (await openStream(call, signal, args)).json())

export type Series = { uid: string; number: number; description: string; modality: string; instances: number }

export const seriesOf = async (study: string, signal: AbortSignal): Promise<Series[]> =>
  (await listed(searchSeries, { params: { study } }, signal))
    .map((tags) => ({
      uid: text(tags, '0020000E'),
      number: number(tags, '00200011') ?? 0,
      description: text(tags, '0008103E'),
      modality: text(tags, '00080060'),
      instances: number(tags, '00201209') ?? 0,
    }))
    .sort((a, b) => a.number - b.number)

/** One picture of a series: an instance, or a frame of one that holds many. */
export type Slice = { instance: string; frame: number }

export const slicesOf = async (study: string, series: string, signal: AbortSignal): Promise<Slice[]> =>
  (await listed(searchInstances, { params: { study, series } }, signal))
    .sort((a, b) => (number(a, '00200013') ?? 0) - (number(b, '00200013') ?? 0))
    .flatMap((tags) =>
      Array.from({ length: number(tags, '00280008') ?? 1 }, (_, n) => ({
        instance: text(tags, '00080018'),
        frame: n + 1,
      })),
    )

export type Windowing = { center: number; width: number }

/** What stands at the left and at the upper edge of a slice as it is stored: R, L, A, P, H or F. */
type Edges = { left: string; top: string }
const directions = [
  ['L', 'R'],
  ['P', 'A'],
  ['H', 'F'],
] as const

/** The side of the patient away from which a row or a column runs (PS3.3 C.7.6.2.1.1). */
const beginOf = (cosines: number[]) => {
  const [axis, length] = cosines
    .map(Math.abs)
    .reduce<[number, number]>((most, size, n) => (size > most[1] ? [n, size] : most), [0, 0])
  const [towards, away] = directions[axis as 0 | 1 | 2]
  if (length === 0) return ''
  return (cosines[axis] ?? 0) > 0 ? away : towards
}

const edgesOf = (tags: DicomTags): Edges | undefined => {
  const cosines = (tags['00200037']?.Value ?? []).map(Number)
  if (cosines.length !== 6 || !cosines.every(Number.isFinite)) return undefined
  return { left: beginOf(cosines.slice(0, 3)), top: beginOf(cosines.slice(3)) }
}

/** How an image wants to be shown: the window that its file asks for, if any, and which way round the patient lies in it. */
export type Recorded = { windowing: Windowing | undefined; edges: Edges | undefined }

export const recordedOf = async (
  study: string,
  series: string,
  instance: string,
  signal: AbortSignal,
): Promise<Recorded> => {
  const [tags = {}] = await listed(readInstanceMetadata, { params: { study, series, instance } }, signal)
  const [center, width] = [number(tags, '00281050'), number(tags, '00281051')]
  return { windowing: center === undefined || !width ? undefined : { center, width }, edges: edgesOf(tags) }
}

/** The DICOM files of a series, told one by one as they arrive. */
export const filesOf = async (study: string, series: string, signal: AbortSignal, onFile: (count: number) => void) => {
  const answer = await openStream(readSeries, signal, { params: { study, series } })
  const files: Uint8Array<ArrayBuffer>[] = []
  for await (const part of multipartParts(chunksOf(answer, signal), answer.headers.get('content-type') ?? '')) {
    files.push(part)
    onFile(files.length)
  }
  return files
}
