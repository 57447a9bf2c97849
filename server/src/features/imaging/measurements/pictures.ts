import type { ReportedShape } from '@fornix/contract'
import type { ImagingArchive } from '../../../clinic/imaging/archive/archive.ts'
import { numberOf, textOf } from '../../../clinic/imaging/dicom/dicom-json.ts'
import { badRequest } from '../../../platform/base/errors.ts'
import type { Scope } from '../../../platform/database/scope.ts'
import { newUid } from './report-file.ts'

/** Each shape with its picture, which the study must have. */
export const withPictures = async (
  archive: ImagingArchive,
  scope: Scope,
  study: string,
  shapes: readonly ReportedShape[],
) => {
  const lists = new Map<string, Awaited<ReturnType<ImagingArchive['instancesOf']>>>()
  for (const { series } of shapes)
    if (!lists.has(series)) lists.set(series, await archive.instancesOf(scope, { study, series }))
  return shapes.map((shape) => {
    const tags = lists.get(shape.series)?.find((one) => textOf(one, '00080018') === shape.instance)
    const frames = tags ? (numberOf(tags, '00280008') ?? 1) : 0
    const [rows, columns] = ['00280010', '00280011'].map((tag) => (tags && numberOf(tags, tag)) ?? 0)
    const isInside = shape.points.every(({ x, y }) => x <= (columns ?? 0) && y <= (rows ?? 0))
    if (!tags || shape.frame > frames || !isInside)
      throw badRequest('A measurement lies in a picture that this scan does not have. Please open the scan again.')
    const picture = { sopClass: textOf(tags, '00080016') ?? '', instance: shape.instance, frames }
    return { ...shape, picture, tracking: newUid() }
  })
}
