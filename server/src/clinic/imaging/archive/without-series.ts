import { chunksOf } from '../../../platform/base/chunks.ts'
import type { Scope } from '../../../platform/database/scope.ts'
import { type DicomJson, textOf } from '../dicom/dicom-json.ts'
import type { Chain, ImagingArchive } from './archive.ts'
import { syntaxTag } from './image-tags.ts'
import { multipartOf, type Part } from './multipart.ts'
import { onlyPart } from './only-part.ts'

/** The archive as if it had never had these series. */
export const withoutSeries = (archive: ImagingArchive, hidden: readonly string[]): ImagingArchive => {
  if (hidden.length === 0) return archive
  const isHidden = ({ series }: Chain) => series !== undefined && hidden.includes(series)
  const left = (list: DicomJson[]) => list.filter((tags) => !isHidden({ study: '', series: seriesOf(tags) }))
  return {
    ...archive,
    seriesOf: async (...args) => left(await archive.seriesOf(...args)),
    instancesOf: async (...args) => left(await archive.instancesOf(...args)),
    metadata: async (...args) => {
      const all = left((await archive.metadata(...args)) ?? [])
      return all.length > 0 ? all : null
    },
    files: async (scope, chain, signal) => {
      if (isHidden(chain)) return null
      return chain.series === undefined
        ? oneByOne(archive, scope, chain.study, left(await archive.instancesOf(scope, chain)), signal)
        : archive.files(scope, chain, signal)
    },
    frames: async (scope, chain, ...args) => (isHidden(chain) ? null : archive.frames(scope, chain, ...args)),
    bulkData: async (scope, chain, ...args) => (isHidden(chain) ? null : archive.bulkData(scope, chain, ...args)),
    rendered: async (scope, chain, ...args) => (isHidden(chain) ? null : archive.rendered(scope, chain, ...args)),
  }
}

const seriesOf = (tags: DicomJson) => textOf(tags, '0020000E') ?? ''

/** The files of a study without some, each asked for when it is its turn. */
const oneByOne = (archive: ImagingArchive, scope: Scope, study: string, all: DicomJson[], signal?: AbortSignal) => {
  if (all.length === 0) return null
  const parts = all.map((tags): Part => {
    const syntax = textOf(tags, syntaxTag)
    return {
      contentType: syntax ? `application/dicom; transfer-syntax=${syntax}` : 'application/dicom',
      open: async function* () {
        const chain = { study, series: seriesOf(tags), instance: textOf(tags, '00080018') ?? '' }
        const answer = await archive.files(scope, chain, signal)
        if (!answer) throw new Error('An instance went away')
        yield* chunksOf(onlyPart(answer))
      },
    }
  })
  return multipartOf(parts, 'application/dicom')
}
