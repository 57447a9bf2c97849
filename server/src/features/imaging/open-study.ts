import type { Readable } from 'node:stream'
import pTimeout from 'p-timeout'
import type { Chain } from '../../clinic/imaging/archive/archive.ts'
import { isTakenBack } from '../../clinic/imaging/archive/without-series.ts'
import type { DicomJson } from '../../clinic/imaging/dicom/dicom-json.ts'
import { type OpenableStudy, openableStudy, sharedPartsOf } from '../../clinic/records/study-access.ts'
import { notFound, unauthenticated, unavailable } from '../../platform/base/errors.ts'
import { maxAwayMs, pause, retryWhileAway } from '../../platform/base/retry-while-away.ts'
import type { AuditNote } from '../../platform/calls/route.ts'
import type { ArchiveResponse, ImagesResponse } from '../../platform/calls/send-response.ts'
import type { Db } from '../../platform/database/db.ts'
import { scopeOf } from '../../platform/sessions/session.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { json } from './search/response.ts'

type StudyContext = { db: Db; user: Caller; audit: AuditNote; params: Chain }

/** The study in the address, if the caller may see it: checked in the database at every request. */
export const locateStudy = (context: StudyContext) => openAs(context, '')

/** The thumbnail of a study or series has a separate first time, or opening the series after it would leave no row. */
export const locateStudyForThumbnail = (context: StudyContext) => openAs(context, 'thumbnail ')

/** Listing what else there is opens nothing yet. */
export const locateStudyForComparison = (context: StudyContext) => openAs(context, 'others ')

/** Its measurements have a separate first time, too. */
export const locateStudyForMeasurements = (context: StudyContext) => openAs(context, 'measurement ')

const openAs = async ({ db, user, audit, params }: StudyContext, kind: string) => {
  const object = params.series ?? params.study
  // With the study in the address: a series named under another study is not that series.
  const study = await openableStudy(db, user, { study: params.study, object: `${kind}${params.study} ${object}` })
  if (!study) throw notFound()
  Object.assign(audit, { patient: study.patient_id ?? undefined, object, skipRow: !study.is_first })
  // A PACS may no longer say whose series it was when the trail is read.
  if (params.series) audit.detail = `In study ${params.study}`
  return study
}

const checkEveryMs = 1000

type Access = { user: Caller; located: OpenableStudy; signal: AbortSignal }

/**
 * A check that rejects once the session has ended, the study is closed to the caller, or staff have taken back a part of what the chain
 * names. While the database is away, it waits, until half a minute has passed since the check before it.
 */
export const accessCheckFor = (
  { database, sessions }: Pick<Platform, 'database' | 'sessions'>,
  { user, located, signal }: Access,
  chain: Chain,
) => {
  const check = async () => {
    if (!(await sessions.isSessionValid(user))) throw unauthenticated()
    const now = await database.scoped(scopeOf(user), (db) => sharedPartsOf(db, user, located.study_uid))
    if (!now || (user.patient !== null && isTakenBack(located, now, chain))) throw notFound()
  }
  return () => {
    const milliseconds = maxAwayMs - checkEveryMs
    return pTimeout(retryWhileAway(check, signal, Date.now() + milliseconds), { milliseconds, message: unavailable() })
  }
}

/** Sending may take hours: what is still being sent ends with the right to it, whatever archive it comes from. */
const endWith = async (check: () => Promise<void>, signal: AbortSignal, body: Readable) => {
  for (;;) {
    await pause(checkEveryMs)
    if (signal.aborted || body.destroyed) return
    await check()
  }
}

/** Also if nobody has begun to read it. */
const destroyOnAbort = (signal: AbortSignal, body: Readable) => {
  body.on('error', () => {})
  if (signal.aborted) body.destroy()
  else signal.addEventListener('abort', () => body.destroy())
}

/**
 * Fetched from the archive while the audit row is committed; if that fails, nothing is sent. With `check`, sending ends once it rejects.
 */
export const imagesResponse = (
  signal: AbortSignal,
  response: Promise<ArchiveResponse | null>,
  check?: () => Promise<void>,
): ImagesResponse => {
  const images = response.then((response) => {
    if (!response) throw notFound()
    const { body } = response
    if (Buffer.isBuffer(body)) return response
    destroyOnAbort(signal, body)
    if (check) endWith(check, signal, body).catch((error: Error) => body.destroy(error))
    return response
  })
  images.catch(() => {})
  return { images }
}

export const jsonOrNull = async (list: Promise<DicomJson[] | null>) => {
  const found = await list
  return found && found.length > 0 ? json(found) : null
}
