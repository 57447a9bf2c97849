import { readResuming } from '../../../platform/base/resume-reading.ts'
import type { Scope } from '../../../platform/database/scope.ts'
import type { SharedParts } from '../../records/study-access.ts'
import { type DicomJson, textOf } from '../dicom/dicom-json.ts'
import type { Chain, ImagingArchive } from './archive.ts'
import { syntaxTag } from './image-tags.ts'
import { multipartOf, type Part } from './multipart.ts'
import { onlyPart } from './only-part.ts'
import { isStaffSeries } from './staff-series.ts'

/** Tags that are equal in all files of a staff series; a list's other values are those of one file, released or not. */
const sharedTags = ['00080005', '00080060', '0008103E', '0020000D', '0020000E', '00200011']

/**
 * The archive as if these series did not exist, nor those that bear the staff mark, known or not.
 * The SOP instances in `released` are still visible.
 */
export const withoutSeries = (
  archive: ImagingArchive,
  hidden: readonly string[],
  released: readonly string[] = [],
): ImagingArchive => {
  // An entry that names no series may belong to any.
  const isStaffs = (series: string) => series === '' || isStaffSeries(series) || hidden.includes(series)
  const isHidden = ({ series, instance }: Chain) =>
    series !== undefined && isStaffs(series) && !(instance !== undefined && released.includes(instance))
  const left = (list: DicomJson[], chain: Chain) => list.filter((tags) => !isHidden(chainOf(tags, chain)))
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

/** Whether something that an answer about the chain may contain was visible before, and is not now. */
export const isTakenBack = (before: SharedParts, now: SharedParts, { series, instance }: Chain) => {
  const wasStaffSeries = (one: string) => isStaffSeries(one) || before.staff_series.includes(one)
  if (instance !== undefined && now.released_reports.includes(instance)) return false
  if (now.staff_series.some((one) => !wasStaffSeries(one) && one === (series ?? one))) return true
  const mayHaveReports = series === undefined || wasStaffSeries(series)
  const withdrawn = before.released_reports.filter((one) => !now.released_reports.includes(one))
  return mayHaveReports && withdrawn.some((one) => one === (instance ?? one))
}

const seriesOf = (tags: DicomJson) => textOf(tags, '0020000E') ?? ''
/** An archive may leave out the UIDs that were in the request's address (PS3.18 10.6.3.3). */
const chainOf = (tags: DicomJson, { study, series }: Chain): Required<Chain> => ({
  study,
  series: seriesOf(tags) || (series ?? ''),
  instance: textOf(tags, '00080018') ?? '',
})

/** A chain's files except some, each requested when it is its turn. */
const oneByOne = (archive: ImagingArchive, scope: Scope, chain: Chain, all: DicomJson[], signal?: AbortSignal) => {
  if (all.length === 0) return null
  const parts = all.map((tags): Part => {
    const syntax = textOf(tags, syntaxTag)
    return {
      contentType: syntax ? `application/dicom; transfer-syntax=${syntax}` : 'application/dicom',
      open: () =>
        readResuming(async () => {
          const response = await archive.files(scope, chainOf(tags, chain), signal)
          if (!response) throw new Error('An instance went away')
          return onlyPart(response)
        }, signal),
    }
  })
  return multipartOf(parts, 'application/dicom')
}
