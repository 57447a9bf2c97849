import type { Chain, ImagingArchive } from '../../clinic/imaging/archive/archive.ts'
import { numberOf, textOf } from '../../clinic/imaging/dicom/dicom-json.ts'
import type { ArchiveAnswer } from '../../platform/calls/send-answer.ts'
import type { Scope } from '../../platform/database/scope.ts'

const instanceUid = '00080018'
const frameCount = '00280008'

const middleOf = (count: number) => Math.floor(count / 2)

/** The middle frame of the middle instance of a series; null where there is none, or it cannot be rendered. */
export const thumbnailOf = async (
  archive: ImagingArchive,
  scope: Scope,
  { study, series }: Required<Omit<Chain, 'instance'>>,
): Promise<ArchiveAnswer | null> => {
  const instances = await archive.instancesOf(scope, { study, series })
  const middle = instances[middleOf(instances.length)]
  const instance = middle && textOf(middle, instanceUid)
  if (!instance) return null
  const frame = middleOf(numberOf(middle, frameCount) ?? 1) + 1
  return archive.rendered(scope, { study, series, instance }, { frame })
}
