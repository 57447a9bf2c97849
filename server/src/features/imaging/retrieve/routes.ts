import {
  dicomwebRoot,
  readBulkData,
  readFrames,
  readFrameThumbnail,
  readInstance,
  readInstanceMetadata,
  readInstanceThumbnail,
  readSeries,
  readSeriesMetadata,
  readStudy,
  readStudyMetadata,
  readStudyThumbnail,
  readThumbnail,
  renderFrames,
  renderInstance,
  renderSeries,
  renderStudy,
} from '@fornix/contract'
import type { Chain, Rendering } from '../../../clinic/imaging/archive/archive.ts'
import { PictureRefused } from '../../../clinic/imaging/pixels/picture-refused.ts'
import type { OpenableStudy } from '../../../clinic/records/study-access.ts'
import { ApiError, badRequest } from '../../../platform/base/errors.ts'
import { onRecord, type Route } from '../../../platform/calls/route.ts'
import type { ArchiveResponse } from '../../../platform/calls/send-response.ts'
import { wordsIn } from '../../../platform/language/words.ts'
import { scopeOf } from '../../../platform/sessions/session.ts'
import type { Caller } from '../../../platform/sessions/session-row.ts'
import type { Platform } from '../../../platform.ts'
import {
  acceptJson,
  type DocumentType,
  documentTypesOf,
  type PictureType,
  pictureType,
  takesPictures,
} from '../accept.ts'
import { documentIn } from '../documents/document-in.ts'
import { accessCheckFor, imagesResponse, jsonOrNull, locateStudy, locateStudyForThumbnail } from '../open-study.ts'
import { archiveOfStudy } from '../study-archive.ts'
import { thumbnailOf } from '../thumbnail.ts'
import { bulkDataIn, filesIn, framesIn } from './files.ts'
import { framePictures, picture, picturesOf } from './pictures.ts'

type Context = {
  located: OpenableStudy
  user: Caller
  query: { accept?: string | undefined }
  request: { accept: string; language: string }
  signal: AbortSignal
}
type Drawn = Context & {
  query: {
    window?: Rendering
    viewport?: Rendering['viewport']
    quality?: number | undefined
    overlays?: 'on' | 'off' | undefined
    frame?: number
  }
}

const acceptOf = ({ query, request }: { query: Context['query']; request: { accept: string } }) =>
  query.accept ?? request.accept
const requesterOf = ({ user, signal }: Pick<Context, 'user' | 'signal'>) => ({ person: user.person, signal })
/** A list has no duplicates (PS3.18 10.4.1). */
const numbersOf = (frames: string) => {
  const numbers = frames.split(',').map(Number)
  if (new Set(numbers).size < numbers.length) throw badRequest('Please name each frame once.')
  return numbers
}
const renderingOf = (context: Drawn) => {
  const { window, viewport, quality, overlays, frame } = context.query
  return {
    ...window,
    type: pictureType(acceptOf(context)),
    ...(viewport && { viewport }),
    ...(quality !== undefined && { quality }),
    hasOverlays: overlays !== 'off',
    ...(frame !== undefined && { frame }),
  }
}

const thumbnail = async (context: Context, draw: (type: PictureType) => Promise<ArchiveResponse | null>) =>
  imagesResponse(context.signal, draw(pictureType(acceptOf(context))))
/** A picture if there is one and it is wanted, else the document in the instance. */
const pictureOrDocument = (
  accept: string,
  draw: () => Promise<ArchiveResponse | null>,
  documentAs: (types: DocumentType[]) => Promise<ArchiveResponse | null>,
) => {
  const types = documentTypesOf(accept)
  if (types.length > 0 && !takesPictures(accept)) return documentAs(types)
  return draw().catch((error: unknown) => {
    if (types.length === 0 || !(error instanceof PictureRefused) || error.reason !== 'none') throw error
    return documentAs(types).catch((other: unknown) => {
      // There is neither: only a caller who wants a document gets the error that no form fits.
      throw other instanceof ApiError && other.status === 406 ? error : other
    })
  })
}

const small = { viewport: { width: 200, height: 200 } }

export const retrieveRoutes = (parts: Pick<Platform, 'archive' | 'database' | 'sessions'>): Route[] => {
  const imagesOf = ({ user, located }: Pick<Context, 'user' | 'located'>) =>
    archiveOfStudy(parts, scopeOf(user), located)
  const retrievalOf = (context: Context) => ({
    archive: imagesOf(context),
    scope: scopeOf(context.user),
    accept: acceptOf(context),
    requester: requesterOf(context),
  })
  const tags = async (context: Context & { params: Chain }) => {
    acceptJson(acceptOf(context))
    return imagesResponse(
      context.signal,
      jsonOrNull(imagesOf(context).metadata(scopeOf(context.user), context.params, dicomwebRoot)),
    )
  }
  /** Sent only as long as the chain is open to the caller. */
  const sending = (context: Context, chain: Chain, response: Promise<ArchiveResponse | null>) =>
    imagesResponse(context.signal, response, accessCheckFor(parts, context, chain))
  const files = async (context: Context & { params: Chain }) =>
    sending(context, context.params, filesIn(retrievalOf(context), context.params))
  const drawing = (context: Drawn, chain: Chain) => ({
    archive: imagesOf(context),
    scope: scopeOf(context.user),
    requester: requesterOf(context),
    rendering: renderingOf(context),
    check: accessCheckFor(parts, context, chain),
  })
  const pictures = async (context: Drawn & { params: Omit<Chain, 'instance'> }) =>
    sending(context, context.params, picturesOf(drawing(context, context.params), context.params))
  const shown = (context: Drawn, chain: Required<Chain>) =>
    pictureOrDocument(
      acceptOf(context),
      () => picture(drawing(context, chain), chain),
      (types) => documentIn({ ...retrievalOf(context), words: wordsIn(context.request.language) }, chain, types),
    )
  return [
    onRecord(readStudyMetadata, locateStudy, tags),
    onRecord(readSeriesMetadata, locateStudy, tags),
    onRecord(readInstanceMetadata, locateStudy, tags),
    onRecord(readStudy, locateStudy, files),
    onRecord(readSeries, locateStudy, files),
    onRecord(readInstance, locateStudy, files),
    onRecord(readFrames, locateStudy, async ({ params: { frames, ...chain }, ...context }) =>
      sending(context, chain, framesIn(retrievalOf(context), chain, numbersOf(frames))),
    ),
    onRecord(readBulkData, locateStudy, async ({ params: { tag, ...chain }, ...context }) =>
      sending(context, chain, bulkDataIn(retrievalOf(context), chain, tag)),
    ),
    onRecord(renderStudy, locateStudy, pictures),
    onRecord(renderSeries, locateStudy, pictures),
    onRecord(renderInstance, locateStudy, async (context) =>
      sending(context, context.params, shown(context, context.params)),
    ),
    onRecord(renderFrames, locateStudy, async ({ params: { frames, ...chain }, ...context }) =>
      sending(context, chain, framePictures(drawing(context, chain), chain, numbersOf(frames))),
    ),
    onRecord(readStudyThumbnail, locateStudyForThumbnail, ({ params: { study }, ...context }) =>
      thumbnail(context, (type) =>
        thumbnailOf(
          imagesOf(context),
          scopeOf(context.user),
          { study, series: context.located.series_uid },
          type,
          requesterOf(context),
        ),
      ),
    ),
    onRecord(readThumbnail, locateStudyForThumbnail, ({ params, ...context }) =>
      thumbnail(context, (type) =>
        thumbnailOf(imagesOf(context), scopeOf(context.user), params, type, requesterOf(context)),
      ),
    ),
    onRecord(readInstanceThumbnail, locateStudy, ({ params, ...context }) =>
      thumbnail(context, (type) =>
        imagesOf(context).rendered(scopeOf(context.user), params, { ...small, type }, requesterOf(context)),
      ),
    ),
    onRecord(readFrameThumbnail, locateStudy, ({ params: { frame, ...chain }, ...context }) =>
      thumbnail(context, (type) =>
        imagesOf(context).rendered(
          scopeOf(context.user),
          chain,
          { ...small, type, frame: Number(frame) },
          requesterOf(context),
        ),
      ),
    ),
  ]
}
