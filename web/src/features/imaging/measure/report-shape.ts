import type { MeasuredNumber, ReportedShape } from '@fornix/contract'
import type { QueryClient } from '@tanstack/react-query'
import { imagesQuery } from '../queries.ts'
import { isSameImage, type Kept, type Measurement } from './drawing.ts'
import type { Statistics } from './geometry.ts'
import { statisticsOf } from './use-values.ts'
import { NoValues } from './values.ts'
import { noteOf, sizeOf } from './words.ts'

const reported = ['mean', 'deviation', 'least', 'most'] as const satisfies readonly (keyof Statistics)[]

/** The statistics of an ellipse, as in the list; none if its picture has no values to report. */
const statisticsIn = async (queries: QueryClient, study: string, one: Measurement): Promise<MeasuredNumber[]> => {
  if (one.shape !== 'ellipse') return []
  try {
    const { statistics, unit } = await queries.fetchQuery(statisticsOf(queries, { study, series: one.series }, one))
    return statistics ? reported.map((of) => ({ of, value: statistics[of], unit: unit.slice(0, 16) })) : []
  } catch (error) {
    if (error instanceof NoValues) return []
    throw error
  }
}

/** A shape of any series of the study with its numbers; undefined if it has none. */
export const reportedShape = async (
  queries: QueryClient,
  study: string,
  { id: _, by: __, ...shape }: Kept,
): Promise<ReportedShape | undefined> => {
  const images = await queries.fetchQuery(imagesQuery(study, shape.series))
  const image = images.find((one) => isSameImage(one, shape))
  if (!image) throw new Error('A measured picture is not in the study')
  const one = { ...shape, id: 0, image }
  const size = sizeOf(one)
  if (!size) return undefined
  return { ...shape, numbers: [size, ...(await statisticsIn(queries, study, one))], note: noteOf(one) }
}
