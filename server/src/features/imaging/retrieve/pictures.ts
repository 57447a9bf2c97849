import type { Chain, ImagingArchive, Rendering, Requester } from '../../../clinic/imaging/archive/archive.ts'
import { multipartOf, type Part } from '../../../clinic/imaging/archive/multipart.ts'
import { textOf } from '../../../clinic/imaging/dicom/dicom-json.ts'
import { chunksOf } from '../../../platform/base/chunks.ts'
import { ApiError } from '../../../platform/base/errors.ts'
import { retryWhileAway } from '../../../platform/base/retry-while-away.ts'
import type { ArchiveResponse } from '../../../platform/calls/send-response.ts'
import type { Scope } from '../../../platform/database/scope.ts'
import { notAcceptable } from '../accept.ts'

type Drawing = {
  archive: ImagingArchive
  scope: Scope
  requester: Requester
  rendering: Rendering
  /** Rejects once the requester may no longer see them. */
  check: () => Promise<void>
}

/** One picture in the requested form; if the archive draws only another one, it is refused, not mislabeled. */
export const picture = async (
  { archive, scope, rendering, requester }: Drawing,
  chain: Required<Chain>,
  frame?: number,
) => {
  const response = await archive.rendered(
    scope,
    chain,
    { ...rendering, ...(frame !== undefined && { frame }) },
    requester,
  )
  const { type = 'png' } = rendering
  if (response && response.headers['content-type'] !== `image/${type}`)
    throw notAcceptable(`The archive draws no ${type.toUpperCase()}.`)
  return response
}

const partOf = ({ headers, body }: ArchiveResponse): Part => ({
  contentType: headers['content-type'] ?? 'image/png',
  open: async function* () {
    if (Buffer.isBuffer(body)) yield body
    else yield* chunksOf(body)
  },
})

/** Several pictures, each drawn when it is its turn; undrawable ones are left out. Null if all are. */
const inParts = async (
  { requester: { signal }, rendering, check }: Drawing,
  places: (() => Promise<ArchiveResponse | null>)[],
): Promise<ArchiveResponse | null> => {
  const drawn = (draw: () => Promise<ArchiveResponse | null>) =>
    draw().catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 422) return null
      throw error
    })
  let next = 0
  let first: ArchiveResponse | null = null
  while (!first && next < places.length && !signal.aborted) first = await drawn(places[next++]!)
  if (!first) return null
  const parts = async function* (begin: ArchiveResponse) {
    yield partOf(begin)
    for (; next < places.length && !signal.aborted; next++) {
      await check()
      const response = await retryWhileAway(() => drawn(places[next]!), signal)
      if (response) yield partOf(response)
    }
  }
  return { ...multipartOf(parts(first), `image/${rendering.type ?? 'png'}`), isInMemory: true }
}

/** The first frame of every instance. */
export const picturesOf = async (drawing: Drawing, chain: Omit<Chain, 'instance'>) => {
  const all = await drawing.archive.instancesOf(drawing.scope, chain)
  return inParts(
    drawing,
    all.map((tags) => {
      const [series = '', instance = ''] = ['0020000E', '00080018'].map((tag) => textOf(tags, tag))
      return () => picture(drawing, { study: chain.study, series, instance })
    }),
  )
}

export const framePictures = (drawing: Drawing, chain: Required<Chain>, numbers: number[]) => {
  const [only, ...others] = numbers
  if (others.length === 0) return picture(drawing, chain, only)
  return inParts(
    drawing,
    numbers.map((number) => () => picture(drawing, chain, number)),
  )
}
