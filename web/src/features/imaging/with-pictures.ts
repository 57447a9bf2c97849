import type { Series } from './dicomweb.ts'
import type { StudyDocument } from './documents/documents.ts'

const areDocuments = /^(SR|KO|DOC)$/
/** A series that contains only documents is shown in their list; until that is known, its modality decides. */
export const withPictures = (all: readonly Series[], documents: readonly StudyDocument[] | undefined) => {
  if (!documents) return all.filter(({ modality }, _, { length }) => length === 1 || !areDocuments.test(modality))
  const readable = documents.filter(({ kind }) => kind !== 'segmentation')
  const counts = Map.groupBy(readable, ({ series }) => series)
  const left = all.filter(({ uid, instances }) => (counts.get(uid)?.length ?? 0) < Math.max(instances, 1))
  return left.length > 0 ? left : all
}
