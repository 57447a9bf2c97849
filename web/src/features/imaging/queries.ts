import { findScan, openStudy } from '@fornix/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isViewer } from '../../platform/base/paths.ts'
import { ApiFailure, send } from '../../platform/calls/api.ts'
import { filesOf, plainFramesOf, readImages, type Series, seriesOf } from './dicomweb.ts'
import { readDocuments } from './documents/documents.ts'
import { drawnPicture, windowText } from './drawn-picture.ts'
import { fileMetaOf } from './file-meta.ts'
import type { Image, Windowing } from './images.ts'
import { messages } from './messages.ts'
import type { Part } from './parts.ts'
import { isPlain, isReadHere } from './volume-check.ts'

/** An image whose form nothing here can show: asking again does not help. */
export class NotRendered extends Error {}

export const isNotOpen = (error: unknown) => error instanceof ApiFailure && error.status === 404

export const failureText = (error: unknown) => {
  if (isNotOpen(error)) return messages.notOpen
  if (error instanceof NotRendered) return error.message
  if (!(error instanceof ApiFailure)) return messages.failed
  if (error.status === 0) return messages.unreachable
  return [502, 503, 504].includes(error.status) ? messages.archiveDown : messages.failed
}

// Opening mints a ticket: not again because somebody came back to the tab.
const once = { staleTime: Number.POSITIVE_INFINITY, refetchOnReconnect: false } as const

/** A program on this computer was asked to show the images; nobody says whether there is one. */
export class OpenedElsewhere extends Error {}

/** Another program shows the images, where the clinic has one. A page does not come back; of another scheme (`weasis:`) ours stays. */
const leaveFor = (address: URL) => {
  location.replace(address)
  if (!/^https?:$/.test(address.protocol)) throw new OpenedElsewhere()
  return new Promise<never>(() => undefined)
}

/** The study of a series, for an address that names the series alone; empty where there is none. */
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
/** Opens the study for this session and says what is in it. */
export const useStudy = (study: string, series: string | undefined) =>
  useQuery({
    ...once,
    queryKey: studyKey(study),
    enabled: study !== '',
    queryFn: async ({ signal }) => {
      const opened = await send(openStudy, { params: { study }, body: series ? { series } : {} }, { signal })
      const viewer = new URL(opened.viewer, location.origin)
      if (viewer.origin !== location.origin || !isViewer(viewer.pathname)) return leaveFor(viewer)
      return { ...opened, series: await seriesOf(study, signal) }
    },
  })

/** The pictures of a series, with what their files say of them. */
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
/** The files of a part alone: of the others the converter must not choose. */
const ofPart = (files: readonly Uint8Array<ArrayBuffer>[], { images }: Part): PartFile[] => {
  const wanted = new Set(images.map(({ instance }) => instance))
  const found = files.map((bytes) => ({ bytes, ...fileMetaOf(bytes) })).filter(({ instance }) => wanted.has(instance))
  if (found.length !== wanted.size) throw new Error('Files of the series are missing')
  // An archive may not have said so before.
  if (images.some(({ frames }) => frames > 1) && !found.every(({ syntax }) => isPlain(syntax)))
    throw new Error('Compressed frames')
  return found
}

/** The volume of files whose pixels lie plain at their ends, read without a converter; undefined where they do not. */
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

/** The volume of the frames of a part; `onFrame` counts. */
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
  /** Made of single frames, not of files. */
  ofFrames: boolean
}
export const volumeKey = (part: Part | undefined) => {
  const first = part?.images[0]
  return first ? `${first.instance} ${first.frame}` : ''
}

export const filesKey = (series: string) => ['images', 'files', series]
/** Forgets the files of every series but those that are shown: all of them would fill the memory. */
export const useOnlyFilesOf = (...shown: readonly string[]) => {
  const queries = useQueryClient()
  const known = shown.join(' ')
  useEffect(() => {
    queries.removeQueries({
      predicate: ({ queryKey }) => queryKey[1] === 'files' && !known.split(' ').includes(String(queryKey[2])),
    })
  }, [queries, known])
}

/** A part of a series as one volume. `onProgress` hears of every file, or frame, that has come. */
export const useVolume = (
  { study, series: { uid }, part, isWhole, ofFrames }: Volume,
  onProgress: (count: number) => void,
) => {
  const queries = useQueryClient()
  return useQuery({
    ...once,
    queryKey: ['images', 'volume', study, uid, volumeKey(part)],
    enabled: part !== undefined,
    // A volume is large, and showing it again must ask again.
    gcTime: 0,
    queryFn: async ({ signal }) => {
      onProgress(0)
      if (!part) throw new Error('No part is chosen')
      if (ofFrames) return volumeOfPart({ study, series: uid }, part, signal, onProgress)
      const open = () => import('./convert.ts').then(({ openConverter }) => openConverter())
      const isPlainPart = isReadHere(part) && part.images.every(({ syntax }) => isPlain(syntax))
      // It gets ready while the files are on their way.
      let opening = isPlainPart ? undefined : open()
      try {
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
      } finally {
        opening?.then(
          (converter) => converter.close(),
          () => undefined,
        )
      }
    },
  })
}

/** Whether the server says that it cannot read the form of an image. */
export const isUnreadable = (error: unknown) =>
  error instanceof ApiFailure && [406, 415, 422, 501].includes(error.status)

/** Why the server cannot draw an image, when it says so, or undefined. */
export const notRenderedOf = (error: unknown) =>
  error instanceof ApiFailure && isUnreadable(error)
    ? new NotRendered(error.body?.error || messages.notRendered)
    : undefined

/** A picture on the screen, with what is said of it: another part may be on its way. */
type Shown = { series: string; part: Part; at: number; image: Image; address: string }
type Picture = {
  study: string
  series: string
  part: Part
  at: number
  windowing: Windowing | undefined
  isBare: boolean
}

/** One slice as the server draws it; the one before stays until it has come. None is fetched ahead: a revoked access ends at the next. */
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
        // The same answer for an image that cannot be drawn and for a study that is no longer open.
        await seriesOf(study, signal)
        throw new NotRendered(messages.notRendered)
      }
    },
  })
}
