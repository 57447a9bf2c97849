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
} from '@fornix/contract'
import { onRecord, type Route } from '../../platform/calls/route.ts'
import { scopeOf } from '../../platform/sessions/session.ts'
import { issueTicket, openViewer, viewerCookie, viewerIdleSeconds } from '../../platform/sessions/viewer-tickets.ts'
import type { Platform } from '../../platform.ts'
import { answering, listed, openable, seen } from './open-study.ts'
import { searchRoutes } from './search/routes.ts'
import { studyZip } from './study-zip.ts'
import { thumbnailOf } from './thumbnail.ts'
import { needsTicket, viewerAddress } from './viewer-address.ts'

export const imagingRoutes = ({ archive, config }: Pick<Platform, 'archive' | 'config'>): Route[] => [
  ...searchRoutes({ archive, config }),
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
    answering(signal, archive.rendered(scopeOf(user), params, { ...window, frame })),
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
