import { renderInstance } from '@fornix/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { openStream } from '../../../platform/calls/api.ts'
import { plainFramesOf, readTags } from '../dicomweb.ts'
import type { StudyDocument } from '../documents/documents.ts'
import { asDataUrl } from '../drawn-picture.ts'
import type { Image } from '../images.ts'
import { labelPicture } from './label-picture.ts'
import { framesOn, notTooMany, type Segmentation, type SegmentFrame, segmentationOf, segmentsOf } from './segments.ts'

const none: readonly Segmentation[] = []

/** The segmentations of a study, and how they are drawn. */
export const useSegmentations = (study: string, documents: readonly StudyDocument[] = []) => {
  const [isShown, setShown] = useState(true)
  const [percent, setPercent] = useState(50)
  const [hidden, setHidden] = useState<readonly string[]>([])
  const listed = documents.filter(({ kind }) => kind === 'segmentation')
  const objects = notTooMany(listed)
  const { data = none, isError } = useQuery({
    queryKey: ['images', 'segmentations', study, ...objects.map(({ instance }) => instance)],
    staleTime: Number.POSITIVE_INFINITY,
    enabled: objects.length > 0,
    queryFn: async ({ signal }) =>
      Promise.all(
        objects.map(async ({ series, instance }) =>
          segmentationOf(await readTags({ study, series, instance }, signal)),
        ),
      ),
  })
  const toggle = (key: string) =>
    setHidden((hidden) => (hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key]))
  return {
    study,
    all: data,
    tooLarge: listed.length - objects.length,
    isError,
    isShown,
    setShown,
    percent,
    setPercent,
    hidden,
    toggle,
  }
}
export type Segmentations = ReturnType<typeof useSegmentations>

/** Over one picture: each is a separate picture. */
const maxMasks = 24

/** Light where the segment of its color is; without a color, a picture of several. */
export type Mask = { key: string; color: string | undefined; address: string }

type FrameOfOne = SegmentFrame & { of: Segmentation }
const maskOf = async (
  study: string,
  { of, image, segment }: FrameOfOne,
  hidden: readonly string[],
  signal: AbortSignal,
): Promise<Mask> => {
  const [{ series, instance, most }, { frame }] = [of, image]
  const key = `${segment?.key ?? instance} ${frame}`
  if (segment) {
    const query = { frame, window: `${most / 2},${most},linear-exact` }
    const response = await openStream(renderInstance, signal, { params: { study, series, instance }, query })
    return { key, color: segment.color, address: await asDataUrl(await response.blob()) }
  }
  for await (const bytes of plainFramesOf({ study, series }, [{ instance, frame }], signal))
    return { key, color: undefined, address: await asDataUrl(await labelPicture(bytes, of, image, hidden)) }
  throw new Error('A frame of a segmentation is missing')
}

/** The segments on a picture, each drawn by the server as a separate picture: light where the segment is. */
export const useMasks = ({ study, all, isShown, hidden }: Segmentations, image: Image | undefined) => {
  const lying =
    isShown && image ? all.flatMap((one) => framesOn(one, image).map((frame) => ({ ...frame, of: one }))) : []
  const seen = lying.filter(({ segment }) => !segment || !hidden.includes(segment.key))
  const wanted = seen.slice(0, maxMasks)
  const drawn = useQueries({
    queries: wanted.map((frame) => {
      const { series, instance } = frame.of
      const off = frame.segment ? [] : segmentsOf([frame.of]).flatMap(({ key }) => (hidden.includes(key) ? key : []))
      return {
        queryKey: ['images', 'mask', study, series, instance, frame.image.frame, ...off],
        queryFn: ({ signal }: { signal: AbortSignal }) => maskOf(study, frame, off, signal),
      }
    }),
  })
  return {
    masks: drawn.flatMap(({ data }) => data ?? []),
    areMissing: drawn.some(({ isError }) => isError),
    leftOut: seen.length - wanted.length,
  }
}
