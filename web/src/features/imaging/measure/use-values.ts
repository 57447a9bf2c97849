import { readFrames } from '@fornix/contract'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openStream } from '../../../platform/calls/api.ts'
import { readTags, seriesOf } from '../dicomweb.ts'
import type { Image } from '../images.ts'
import { isNotOpen, isUnreadable } from '../queries.ts'
import { tagsOfFrames } from '../tags.ts'
import type { Measurement } from './drawing.ts'
import { ellipseIn } from './geometry.ts'
import { formOf, NoValues, statisticsIn, valuesOf } from './values.ts'
import type { Region } from './words.ts'

export type Chain = { study: string; series: string }
const plainPixels = 'application/octet-stream; transfer-syntax=1.2.840.10008.1.2.1'
const keptMs = 60_000

/** The values of one picture, as the server decodes it: never the grays on the screen. */
const frameOf = ({ study, series }: Chain, { instance, frame }: Pick<Image, 'instance' | 'frame'>) =>
  queryOptions({
    queryKey: ['images', 'values', study, series, instance, frame],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptMs,
    queryFn: async ({ signal }) => {
      const params = { study, series, instance }
      try {
        const form = formOf(tagsOfFrames(await readTags(params, signal))[frame - 1] ?? {})
        const of = { params: { ...params, frames: String(frame) }, query: { accept: plainPixels } }
        const response = await openStream(readFrames, signal, of)
        return valuesOf(new Uint8Array(await response.arrayBuffer()), form)
      } catch (error) {
        if (isUnreadable(error)) throw new NoValues('form')
        if (!isNotOpen(error)) throw error
        // The response is the same for values that are unavailable and for a study that is no longer open.
        await seriesOf(study, signal)
        throw new NoValues('form')
      }
    },
  })

const isColor = ({ photometric }: Image) => photometric !== '' && !photometric.startsWith('MONOCHROME')

type OnFailure = (error: unknown) => void
const useFailure = (error: unknown, onFailure: OnFailure) =>
  useEffect(() => {
    if (isNotOpen(error)) onFailure(error)
  }, [error, onFailure])

/** The statistics of an ellipse; kept when its picture's values have been evicted from memory. */
export const statisticsOf = (queries: QueryClient, chain: Chain, { image, points }: Measurement) =>
  queryOptions({
    queryKey: ['images', 'statistics', chain, image.instance, image.frame, points],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<Region> => {
      const [a, b] = points
      if (isColor(image) || !a || !b) throw new NoValues('color')
      const values = await queries.fetchQuery(frameOf(chain, image))
      return { statistics: statisticsIn(values, ellipseIn(a, b)), unit: values.unit }
    },
  })

export const useStatistics = (chain: Chain, one: Measurement, onFailure: OnFailure) => {
  const query = useQuery({ ...statisticsOf(useQueryClient(), chain, one), enabled: one.shape === 'ellipse' })
  useFailure(query.error, onFailure)
  return query
}

/** The values of the picture under the pointer. */
export const useProbe = (chain: Chain, image: Image | undefined, isWanted: boolean, onFailure: OnFailure) => {
  const query = useQuery({
    ...frameOf(chain, image ?? { instance: '', frame: 0 }),
    enabled: isWanted && image !== undefined && !isColor(image),
  })
  useFailure(query.error, onFailure)
  const error = image && isColor(image) ? new NoValues('color') : query.error
  return { values: query.data, error }
}
