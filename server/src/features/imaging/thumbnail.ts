import type { Chain, ImagingArchive, Requester } from '../../clinic/imaging/archive/archive.ts'
import { numberOf, textOf } from '../../clinic/imaging/dicom/dicom-json.ts'
import type { ArchiveResponse } from '../../platform/calls/send-response.ts'
import type { Scope } from '../../platform/database/scope.ts'
import type { PictureType } from './accept.ts'

const instanceUid = '00080018'
const frameCount = '00280008'
const sides = ['00280010', '00280011']
/** For a thumbnail, at most: a mammogram has megabytes. */
const side = 256

const middleOf = (count: number) => Math.floor(count / 2)

/** The middle frame of a series' middle instance; null if there is none, or it cannot be rendered. */
export const thumbnailOf = async (
  archive: ImagingArchive,
  scope: Scope,
  { study, series }: Required<Omit<Chain, 'instance'>>,
  type: PictureType,
  requester: Requester,
): Promise<ArchiveResponse | null> => {
  const instances = await archive.instancesOf(scope, { study, series })
  // A report among them has no size. Some archives list none at all.
  const sized = instances.filter((tags) => numberOf(tags, '00280010'))
  const pictures = sized.length > 0 ? sized : instances
  const middle = pictures[middleOf(pictures.length)]
  const instance = middle && textOf(middle, instanceUid)
  if (!instance) return null
  const frame = middleOf(numberOf(middle, frameCount) ?? 1) + 1
  const isLarge = sides.some((name) => (numberOf(middle, name) ?? 0) > side)
  const viewport = isLarge ? { viewport: { width: side, height: side } } : {}
  return archive.rendered(scope, { study, series, instance }, { frame, type, ...viewport }, requester)
}
