import { findScan, openStudy } from '@fornix/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isViewer } from '../../platform/base/paths.ts'
import { send } from '../../platform/calls/api.ts'
import { bodyOf, hasNoResponse, statusOf } from '../../platform/http/failure.ts'
import { whyMissing } from '../../platform/http/program.ts'
import { filesOf, plainFramesOf, readImages, type Series, seriesOf } from './dicomweb.ts'
import { readDocuments } from './documents/documents.ts'
import { drawnPicture, windowText } from './drawn-picture.ts'
import { fileMetaOf } from './file-meta.ts'
import type { Image, Windowing } from './images.ts'
import { messages } from './messages.ts'
import type { Part } from './parts.ts'
import { isPlain, isReadHere } from './volume-check.ts'

/** An image that cannot be shown here: retrying does not help. */
export class NotRendered extends Error {}

export const isNotOpen = (error: unknown) => statusOf(error) === 404

export const failureText = (error: unknown) => {
  if (isNotOpen(error)) return messages.notOpen
  if (error instanceof NotRendered) return error.message
  if (hasNoResponse(error)) return messages.unreachable
  return [502, 503, 504].includes(statusOf(error)) ? messages.archiveDown : messages.failed
}

// Opening mints a ticket: do not repeat it because the user returned to the tab.
const once = { staleTime: Number.POSITIVE_INFINITY, refetchOnReconnect: false } as const

/** A program on this computer was asked to show the images; there is no way to know whether it exists. */
export class OpenedElsewhere extends Error {}

/** Opens the clinic's other viewer. For a web page this one is left; for another scheme (`weasis:`) it stays. */
const leaveFor = (address: URL) => {
  location.replace(address)
  if (!/^https?:$/.test(address.protocol)) throw new OpenedElsewhere()
  return new Promise<never>(() => undefined)
}

/** The study of a series, for an address that names only the series; empty if there is none. */
export const useStudyOfSeries = (series: string) =>
  useQuery({
    ...once,
    queryKey: ['images', 'study-of', series],
    enabled: series !== '',
    queryFn: async ({ signal }) => {
      try {
        return (await send(findScan, { params: { series } }, { signal })).study_UID
      } catch (error) {
        if (isNotOpen(error)) return ''
        throw error
      }
    },
  })

export const studyKey = (study: string) => ['images', 'study', study]
/** Opens the study for this session and returns its content. */
export const useStudy = (study: string, series: string | undefined) =>
  useQuery({
    ...once,
    queryKey: studyKey(study),
    enabled: study !== '',
    queryFn: async ({ signal, client }) => {
      const opened = await send(openStudy, { params: { study }, body: series ? { series } : {} }, { signal })
      const viewer = new URL(opened.viewer, location.origin)
      if (viewer.origin !== location.origin || !isViewer(viewer.pathname)) return leaveFor(viewer)
      // Shown first, so that its list does not have to wait for that of the series.
      if (series) void client.prefetchQuery(imagesQuery(study, series))
      return { ...opened, series: await seriesOf(study, signal) }
    },
  })

/** The pictures of a series, with their files' attributes. */
export const imagesQuery = (study: string, series: string) =>
  queryOptions({
    ...once,
    queryKey: ['images', 'list', study, series],
    enabled: series !== '',
    queryFn: ({ signal }) => readImages(study, series, signal),
  })
export const useImages = (study: string, series: string) => useQuery(imagesQuery(study, series))

/** The reports and PDFs of a study. */
export const documentsKey = (study: string) => ['images', 'documents', study]
export const useDocuments = (study: string) =>
  useQuery({
    ...once,
    queryKey: documentsKey(study),
    enabled: study !== '',
    queryFn: ({ signal }) => readDocuments(study, signal),
  })

type PartFile = { bytes: Uint8Array<ArrayBuffer>; instance: string; syntax: string }
/** Only the part's files: the converter must not choose among the others. */
const ofPart = (files: readonly Uint8Array<ArrayBuffer>[], { images }: Part): PartFile[] => {
  const wanted = new Set(images.map(({ instance }) => instance))
  const found = files.map((bytes) => ({ bytes, ...fileMetaOf(bytes) })).filter(({ instance }) => wanted.has(instance))
  if (found.length !== wanted.size) throw new Error('Files of the series are missing')
  // The archive may not have reported this earlier.
  if (images.some(({ frames }) => frames > 1) && !found.every(({ syntax }) => isPlain(syntax)))
    throw new Error('Compressed frames')
  return found
}

/** The volume of files with uncompressed pixels at their ends, read without a converter; undefined if they are not. */
const volumeOfPlainFiles = async (part: Part, files: readonly PartFile[]) => {
  if (!isReadHere(part)) return undefined
  const { pixelsAtEnd } = await import('./file-pixels.ts')
  const found = new Map(files.map((file) => [file.instance, file]))
  const pixels = new Map(
    part.images.map((image) => {
      const file = found.get(image.instance)
      return [image, file && image.form && pixelsAtEnd(file.bytes, file.syntax, image.form)]
    }),
  )
  const { volumeOfFrames } = await import('./frame-volume.ts')
  if (![...pixels.values()].every(Boolean)) return undefined
  return volumeOfFrames(part.images, (inOrder) => inOrder.flatMap((image) => pixels.get(image) ?? []))
}

/** The volume of a part's frames; `onFrame` gets the count. */
const volumeOfPart = async (
  chain: { study: string; series: string },
  { images }: Part,
  signal: AbortSignal,
  onFrame: (count: number) => void,
) => {
  const { volumeOfFrames } = await import('./frame-volume.ts')
  return volumeOfFrames(images, async function* (inOrder) {
    let count = 0
    for await (const frame of plainFramesOf(chain, inOrder, signal)) {
      onFrame(++count)
      yield frame
    }
  })
}

type Volume = {
  study: string
  series: Series
  part: Part | undefined
  isWhole: boolean
  /** Built from single frames, not from files. */
  ofFrames: boolean
}
export const volumeKey = (part: Part | undefined) => {
  const first = part?.images[0]
  return first ? `${first.instance} ${first.frame}` : ''
}

export const filesKey = (series: string) => ['images', 'files', series]
/** Drops the files of every series not shown: all of them would fill the memory. */
export const useOnlyFilesOf = (...shown: readonly string[]) => {
  const queries = useQueryClient()
  const shownUids = shown.join(' ')
  useEffect(() => {
    queries.removeQueries({
      predicate: ({ queryKey }) => queryKey[1] === 'files' && !shownUids.split(' ').includes(String(queryKey[2])),
    })
  }, [queries, shownUids])
}

/** A part of a series as one volume. `onProgress` is called for every file or frame that arrives. */
export const useVolume = (
  { study, series: { uid }, part, isWhole, ofFrames }: Volume,
  onProgress: (count: number) => void,
) => {
  const queries = useQueryClient()
  return useQuery({
    ...once,
    queryKey: ['images', 'volume', study, uid, volumeKey(part)],
    enabled: part !== undefined,
    // A volume is large, and showing it again must request it again.
    gcTime: 0,
    queryFn: async ({ signal }) => {
      onProgress(0)
      if (!part) throw new Error('No part is chosen')
      const open = () => import('./convert.ts').then(({ openConverter }) => openConverter())
      const isPlainPart = isReadHere(part) && part.images.every(({ syntax }) => isPlain(syntax))
      // Initializes while the files load.
      let opening = ofFrames || isPlainPart ? undefined : open()
      try {
        if (ofFrames) return await volumeOfPart({ study, series: uid }, part, signal, onProgress)
        const load = (signal: AbortSignal) => filesOf(study, uid, signal, onProgress)
        const files = isWhole
          ? await load(signal)
          : await queries.fetchQuery({ ...once, queryKey: filesKey(uid), queryFn: ({ signal }) => load(signal) })
        const wanted = ofPart(files, part)
        const read = await volumeOfPlainFiles(part, wanted)
        if (read) return read
        opening ??= open()
        const converter = await opening
        return await converter.niftiOf(
          wanted.map(({ bytes }) => bytes),
          part.images.length,
          signal,
        )
      } catch (error) {
        throw await whyMissing(error)
      } finally {
        opening?.then(
          (converter) => converter.close(),
          () => undefined,
        )
      }
    },
  })
}

/** Whether the server says that it cannot read an image's format. */
export const isUnreadable = (error: unknown) => [406, 415, 422, 501].includes(statusOf(error))

/** Why the server cannot draw an image, if it says so, or undefined. */
export const notRenderedOf = (error: unknown) =>
  isUnreadable(error) ? new NotRendered(bodyOf(error)?.error || messages.notRendered) : undefined

/** The picture on screen with its text: a different part may be loading. */
type Shown = { series: string; part: Part; at: number; image: Image; address: string }
type Picture = {
  study: string
  series: string
  part: Part
  at: number
  windowing: Windowing | undefined
  isBare: boolean
}

/** One slice drawn by the server; the previous one stays until it arrives. None is prefetched: a revoked access ends at the next one. */
export const usePicture = ({ study, series, part, at, windowing, isBare }: Picture) => {
  const image = part.images[at]
  const window = windowText(windowing)
  return useQuery<Shown>({
    queryKey: ['images', 'picture', study, series, volumeKey(part), image?.instance, image?.frame, window, isBare],
    enabled: image !== undefined,
    placeholderData: (before: Shown | undefined) => (before?.series === series ? before : undefined),
    queryFn: async ({ signal }): Promise<Shown> => {
      try {
        const address = await drawnPicture({ study, series, image: image!, window, isBare }, signal)
        return { series, part, at, image: image!, address }
      } catch (error) {
        if (!isNotOpen(error)) throw notRenderedOf(error) ?? error
        // The response is the same for an image that cannot be drawn and for a study that is no longer open.
        await seriesOf(study, signal)
        throw new NotRendered(messages.notRendered)
      }
    },
  })
}
