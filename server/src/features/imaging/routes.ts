import type { Readable } from 'node:stream'
import {
  dicomwebRoot,
  downloadStudy,
  openStudy,
  readFrames,
  readInstance,
  readInstanceMetadata,
  readSeries,
  readSeriesMetadata,
  readThumbnail,
  renderInstance,
  searchInstances,
  searchSeries,
  searchStudies,
} from '@fornix/contract'
import type { Chain } from '../../clinic/imaging/archive/archive.ts'
import type { DicomJson } from '../../clinic/imaging/dicom/dicom-json.ts'
import { type OpenableStudy, openableStudies, openableStudy } from '../../clinic/records/study-access.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { notFound } from '../../platform/base/errors.ts'
import { type AuditNote, on, onRecord, type Route } from '../../platform/calls/route.ts'
import type { ArchiveAnswer, ImagesAnswer } from '../../platform/calls/send-answer.ts'
import type { Db } from '../../platform/database/db.ts'
import { scopeOf } from '../../platform/sessions/session.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import { issueTicket, openViewer, viewerCookie, viewerIdleSeconds } from '../../platform/sessions/viewer-tickets.ts'
import type { Platform } from '../../platform.ts'
import { studyJson } from './study-json.ts'
import { studyZip } from './study-zip.ts'
import { thumbnailOf } from './thumbnail.ts'
import { needsTicket, viewerAddress } from './viewer-address.ts'

type StudyContext = { db: Db; user: Caller; audit: AuditNote; params: Chain }

/** Also when nobody has begun to read it. */
const destroyOnAbort = (signal: AbortSignal, body: Readable) => {
  body.on('error', () => {})
  if (signal.aborted) body.destroy()
  else signal.addEventListener('abort', () => body.destroy())
}

const json = (list: DicomJson[]): ArchiveAnswer => ({
  headers: { 'content-type': 'application/dicom+json' },
  body: Buffer.from(JSON.stringify(list)),
})

export const imagingRoutes = ({ archive, config }: Pick<Platform, 'archive' | 'config'>): Route[] => [
  on(searchStudies, async ({ db, user, query, request }) => {
    const { StudyInstanceUID, PatientID, limit, offset } = query
    const uids = StudyInstanceUID?.split(/[,\\]/).filter(Boolean) ?? null
    const studies = await openableStudies(db, user, { uids, patientId: PatientID ?? null, limit, offset })
    if (uids || PatientID) await noteFound(db, user, request.id, studies)
    return { coming: Promise.resolve(json(studies.map(studyJson))) }
  }),
  onRecord(searchSeries, openable, async ({ user, params, signal }) =>
    answering(signal, listed(archive.seriesOf(scopeOf(user), params.study))),
  ),
  onRecord(searchInstances, openable, async ({ user, params, signal }) =>
    answering(signal, listed(archive.instancesOf(scopeOf(user), params))),
  ),
  onRecord(readSeriesMetadata, openable, async ({ user, params, signal }) =>
    answering(signal, listed(archive.metadata(scopeOf(user), params, dicomwebRoot))),
  ),
  onRecord(readInstanceMetadata, openable, async ({ user, params, signal }) =>
    answering(signal, listed(archive.metadata(scopeOf(user), params, dicomwebRoot))),
  ),
  onRecord(readSeries, openable, async ({ user, params, signal }) =>
    answering(signal, archive.files(scopeOf(user), params, signal)),
  ),
  onRecord(readInstance, openable, async ({ user, params, signal }) =>
    answering(signal, archive.files(scopeOf(user), params, signal)),
  ),
  onRecord(readFrames, openable, async ({ user, params: { frames, ...chain }, signal }) =>
    answering(signal, archive.frames(scopeOf(user), chain, frames.split(',').map(Number), signal)),
  ),
  onRecord(renderInstance, openable, async ({ user, params, query: { window, frame }, signal }) =>
    answering(signal, archive.rendered(scopeOf(user), params, { ...window, frame }, signal)),
  ),
  onRecord(readThumbnail, seen, async ({ user, params, signal }) =>
    answering(signal, thumbnailOf(archive, scopeOf(user), params)),
  ),
  onRecord(downloadStudy, openable, async ({ user, params, audit, signal }) => {
    audit.isKnown = false
    return answering(signal, studyZip(archive, scopeOf(user), params.study, signal))
  }),
  openRoute(config),
]

/** Whoever looks somebody up reads that person's list of scans: a row for each patient, once a session. */
const noteFound = async (db: Db, user: Caller, request: string, studies: OpenableStudy[]) => {
  if (user.patient) return
  const firstOf = new Map(studies.flatMap(({ patient_id, study_uid }) => (patient_id ? [[patient_id, study_uid]] : [])))
  for (const [patient, study] of firstOf) {
    const found = await openableStudy(db, user, { study, object: `search ${patient}` })
    if (found?.is_first)
      await writeAudit(db, {
        project: user.project,
        actor: user.person,
        role: user.role,
        action: 'scan.list',
        patient,
        request,
      })
  }
}

/** The study of the address, when the caller may see it: asked of the database at every request. */
const openable = (context: StudyContext) => openAs(context, '')

/** A thumbnail has its own first time, or opening the series after it would leave no row. */
const seen = (context: StudyContext) => openAs(context, 'thumbnail ')

const openAs = async ({ db, user, audit, params }: StudyContext, kind: string) => {
  const object = params.series ?? params.study
  // With the study of the address: a series that is named under another study is not that series.
  const study = await openableStudy(db, user, { study: params.study, object: `${kind}${params.study} ${object}` })
  if (!study) throw notFound()
  Object.assign(audit, { patient: study.patient_id ?? undefined, object, isKnown: !study.is_first })
  return study
}

/** Fetched from the archive while the audit row is committed; nothing of it goes out should that fail. */
const answering = (signal: AbortSignal, answer: Promise<ArchiveAnswer | null>): ImagesAnswer => {
  const coming = answer.then((answer) => {
    if (!answer) throw notFound()
    if (!Buffer.isBuffer(answer.body)) destroyOnAbort(signal, answer.body)
    return answer
  })
  coming.catch(() => {})
  return { coming }
}

const listed = async (list: Promise<DicomJson[] | null>) => {
  const found = await list
  return found && found.length > 0 ? json(found) : null
}

const openRoute = (config: Platform['config']) =>
  onRecord(openStudy, openable, async ({ db, user, params, body, audit, located, answer }) => {
    audit.isKnown = false
    const { study } = params
    const series = body.series ?? located.series_uid
    const template = config.VIEWER_URL_TEMPLATE ?? '/viewer?study={study}&seriesId={series}'
    const ticket = needsTicket(template, config.publicUrl) ? await issueTicket(db, user, study) : ''
    if (ticket === '')
      answer.cookie(viewerCookie(study), await openViewer(db, user, study), dicomwebRoot, viewerIdleSeconds)
    const viewer = viewerAddress(template, { study, series, ticket })
    const { study_uid: study_UID, study_date, scan_type, patient_name } = located
    return { viewer, study_UID, study_date, scan_type, patient_name }
  })
