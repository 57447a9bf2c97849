import { openStudy, renderInstance } from '@fornix/contract'
import { useQuery } from '@tanstack/react-query'
import { isViewer } from '../../platform/base/paths.ts'
import { ApiFailure, openStream, send } from '../../platform/calls/api.ts'
import { filesOf, recordedOf, type Series, type Slice, seriesOf, slicesOf, type Windowing } from './dicomweb.ts'
import { messages } from './messages.ts'

class NotRendered extends Error {}

export const isNotOpen = (error: unknown) => error instanceof ApiFailure && error.status === 404

export const failureText = (error: unknown) => {
  if (isNotOpen(error)) return messages.notOpen
  if (error instanceof NotRendered) return messages.notRendered
  if (!(error instanceof ApiFailure)) return messages.failed
  if (error.status === 0) return messages.unreachable
  return [502, 503, 504].includes(error.status) ? messages.archiveDown : messages.failed
}

// Opening mints a ticket: not again because somebody came back to the tab.
const once = { staleTime: Number.POSITIVE_INFINITY, refetchOnReconnect: false } as const

/** Another program shows the images, where the clinic has one. It does not come back. */
const leaveFor = (address: URL) => {
  location.replace(address)
  return new Promise<never>(() => undefined)
}

/** Opens the study for this session and says what is in it. */
export const useStudy = (study: string, series: string | undefined) =>
  useQuery({
    ...once,
    queryKey: ['images', 'study', study],
    enabled: study !== '',
    queryFn: async ({ signal }) => {
      const opened = await send(openStudy, { params: { study }, body: series ? { series } : {} }, { signal })
      const viewer = new URL(opened.viewer, location.origin)
      if (viewer.origin !== location.origin || !isViewer(viewer.pathname)) return leaveFor(viewer)
      return { ...opened, series: await seriesOf(study, signal) }
    },
  })

export const useSlices = (study: string, series: string) =>
  useQuery({
    ...once,
    queryKey: ['images', 'slices', study, series],
    queryFn: ({ signal }) => slicesOf(study, series, signal),
  })

/** How a series wants to be shown, from its middle image. */
export const useRecorded = (study: string, series: string, slices: readonly Slice[]) =>
  useQuery({
    ...once,
    queryKey: ['images', 'recorded', study, series],
    enabled: slices.length > 0,
    queryFn: ({ signal }) => recordedOf(study, series, slices[Math.floor(slices.length / 2)]?.instance ?? '', signal),
  })

/** A series as one volume. `onProgress` hears of every file that has come. */
export const useVolume = (study: string, { uid }: Series, onProgress: (files: number) => void) =>
  useQuery({
    ...once,
    queryKey: ['images', 'volume', study, uid],
    // A volume is large, and showing it again must ask again.
    gcTime: 0,
    queryFn: async ({ signal }) => {
      onProgress(0)
      const opening = import('./convert.ts').then(({ openConverter }) => openConverter())
      try {
        const files = await filesOf(study, uid, signal, onProgress)
        return await (await opening).niftiOf(files, signal)
      } finally {
        opening.then(
          (converter) => converter.close(),
          () => undefined,
        )
      }
    },
  })

const asDataUrl = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })

type Shown = { series: string; at: number; address: string }
type Picture = { study: string; series: string; slices: readonly Slice[]; at: number; windowing: Windowing | undefined }

/** One slice as the server draws it; the one before stays until it has come. */
export const usePicture = ({ study, series, slices, at, windowing }: Picture) => {
  const slice = slices[at]
  const window = windowing && `${windowing.center},${windowing.width}`
  return useQuery<Shown>({
    queryKey: ['images', 'picture', study, series, slice, window],
    enabled: slice !== undefined,
    placeholderData: (before: Shown | undefined) => (before?.series === series ? before : undefined),
    queryFn: async ({ signal }): Promise<Shown> => {
      const { instance, frame } = slice!
      const params = { study, series, instance }
      try {
        const answer = await openStream(renderInstance, signal, { params, query: { frame, window } })
        return { series, at, address: await asDataUrl(await answer.blob()) }
      } catch (error) {
        if (!isNotOpen(error)) throw error
        // The same answer for an image that cannot be drawn and for a study that is no longer open.
        await seriesOf(study, signal)
        throw new NotRendered()
      }
    },
  })
}
