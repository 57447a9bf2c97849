import { chunksOf } from '../../../platform/base/chunks.ts'
import type { Scope } from '../../../platform/database/scope.ts'
import { type DicomJson, textOf } from '../dicom/dicom-json.ts'
import type { Chain, ImagingArchive } from './archive.ts'
import { syntaxTag } from './image-tags.ts'
import { multipartOf, type Part } from './multipart.ts'
import { onlyPart } from './only-part.ts'
import { isStaffSeries } from './staff-series.ts'

/** What is the same of all files of a series of staff; the rest of what a list says is of one of them, released or not. */
const sharedTags = ['00080005', '00080060', '0008103E', '0020000D', '0020000E', '00200011']

/**
 * The archive as if it had never had these series, and those that bear the mark of staff, known or not. What is in `released`,
 * SOP instances each by itself, is there all the same.
 */
export const withoutSeries = (
  archive: ImagingArchive,
  hidden: readonly string[],
  released: readonly string[] = [],
): ImagingArchive => {
  // What names no series may be of any.
  const isStaffs = (series: string) => series === '' || isStaffSeries(series) || hidden.includes(series)
  const isHidden = ({ series, instance }: Chain) =>
    series !== undefined && isStaffs(series) && !(instance !== undefined && released.includes(instance))
  const left = (list: DicomJson[], asked: Chain) => list.filter((tags) => !isHidden(chainOf(tags, asked)))
  const releasedPart = async (scope: Scope, study: string, tags: DicomJson): Promise<DicomJson[]> => {
    const series = seriesOf(tags)
    if (!isStaffs(series)) return [tags]
    const there =
      released.length > 0 ? left(await archive.instancesOf(scope, { study, series }), { study, series }) : []
    if (there.length === 0) return []
    const shared = Object.entries(tags).filter(([tag]) => sharedTags.includes(tag))
    return [{ ...Object.fromEntries(shared), '00201209': { vr: 'IS', Value: [there.length] } }]
  }
  return {
    ...archive,
    seriesOf: async (scope, study, ...args) => {
      const parts: DicomJson[] = []
      for (const tags of await archive.seriesOf(scope, study, ...args))
        parts.push(...(await releasedPart(scope, study, tags)))
      return parts
    },
    instancesOf: async (scope, chain, more) => left(await archive.instancesOf(scope, chain, more), chain),
    metadata: async (scope, chain, base) => {
      const all = left((await archive.metadata(scope, chain, base)) ?? [], chain)
      return all.length > 0 ? all : null
    },
    files: async (scope, chain, signal) => {
      const { series, instance } = chain
      if (instance !== undefined && isHidden(chain)) return null
      return instance === undefined && (series === undefined || isStaffs(series))
        ? oneByOne(archive, scope, chain, left(await archive.instancesOf(scope, chain), chain), signal)
        : archive.files(scope, chain, signal)
    },
    frames: async (scope, chain, ...args) => (isHidden(chain) ? null : archive.frames(scope, chain, ...args)),
    bulkData: async (scope, chain, ...args) => (isHidden(chain) ? null : archive.bulkData(scope, chain, ...args)),
    rendered: async (scope, chain, ...args) => (isHidden(chain) ? null : archive.rendered(scope, chain, ...args)),
  }
}

const seriesOf = (tags: DicomJson) => textOf(tags, '0020000E') ?? ''
/** An archive may leave out the UIDs that were in the address it was asked by (PS3.18 10.6.3.3). */
const chainOf = (tags: DicomJson, { study, series }: Chain): Required<Chain> => ({
  study,
  series: seriesOf(tags) || (series ?? ''),
  instance: textOf(tags, '00080018') ?? '',
})

/** The files of a chain without some, each asked for when it is its turn. */
const oneByOne = (archive: ImagingArchive, scope: Scope, asked: Chain, all: DicomJson[], signal?: AbortSignal) => {
  if (all.length === 0) return null
  const parts = all.map((tags): Part => {
    const syntax = textOf(tags, syntaxTag)
    return {
      contentType: syntax ? `application/dicom; transfer-syntax=${syntax}` : 'application/dicom',
      open: async function* () {
        const answer = await archive.files(scope, chainOf(tags, asked), signal)
        if (!answer) throw new Error('An instance went away')
        yield* chunksOf(onlyPart(answer))
      },
    }
  })
  return multipartOf(parts, 'application/dicom')
}
