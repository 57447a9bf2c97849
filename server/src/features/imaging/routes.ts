import { describeDicomweb, dicomwebRoot, downloadStudy, findScan, listOtherStudies, openStudy } from '@fornix/contract'
import { wireBirthDate } from '../../clinic/records/record-sql.ts'
import { otherStudies, studyOfSeries } from '../../clinic/records/study-access.ts'
import { notFound } from '../../platform/base/errors.ts'
import { on, onRecord, type Route } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { scopeOf } from '../../platform/sessions/session.ts'
import { issueTicket, openViewer, viewerCookie, viewerIdleSeconds } from '../../platform/sessions/viewer-tickets.ts'
import type { Platform } from '../../platform.ts'
import { capabilities } from './capabilities.ts'
import { measurementRoutes } from './measurements/routes.ts'
import { accessCheckFor, imagesResponse, locateStudy, locateStudyForComparison } from './open-study.ts'
import { retrieveRoutes } from './retrieve/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { archiveOfStudy } from './study-archive.ts'
import { studyZip } from './study-zip.ts'
import { needsTicket, viewerAddress } from './viewer-address.ts'

export const imagingRoutes = ({
  archive,
  config,
  database,
  sessions,
  version,
}: Pick<Platform, 'archive' | 'config' | 'database' | 'sessions' | 'version'>): Route[] => [
  on(describeDicomweb, async () => ({
    images: Promise.resolve({
      headers: { 'content-type': 'application/vnd.sun.wadl+xml' },
      body: Buffer.from(capabilities(config.publicUrl)),
    }),
  })),
  ...searchRoutes({ archive, config, database }),
  ...retrieveRoutes({ archive, database, sessions }),
  ...measurementRoutes({ archive, config, database, version }),
  onRecord(
    findScan,
    async ({ db, user, params }) => {
      const found = await studyOfSeries(db, user, params.series)
      if (!found) throw notFound()
      return found
    },
    async ({ located }) => located,
  ),
  onRecord(downloadStudy, locateStudy, async ({ user, params, audit, located, signal }) => {
    audit.skipRow = false
    const images = archiveOfStudy({ archive, database }, scopeOf(user), located)
    const check = accessCheckFor({ database, sessions }, { user, located, signal }, params)
    return imagesResponse(signal, studyZip(images, scopeOf(user), params.study, { signal, check }), check)
  }),
  onRecord(listOtherStudies, locateStudyForComparison, async ({ db, user, located }) => ({
    studies: located.patient_id === null ? [] : await otherStudies(db, user, located.study_uid, located.patient_id),
  })),
  openRoute(config),
]

/** A patient's identifiers for users who read the images: a name alone may be another's, too. */
const recordOf = async (db: Db, patient: string) => {
  const record = await db
    .selectFrom('patients as p')
    .select(['code as patient_id', wireBirthDate.as('dob'), 'mrn_number'])
    .where('patient_id', '=', patient)
    .executeTakeFirst()
  return record ? { ...record, dob: record.dob ?? '' } : null
}

const openRoute = (config: Platform['config']) =>
  onRecord(openStudy, locateStudy, async ({ db, user, params, body, audit, located, response }) => {
    audit.skipRow = false
    const { study } = params
    const series = body.series ?? located.series_uid
    const template = config.VIEWER_URL_TEMPLATE ?? '/viewer?study={study}&seriesId={series}'
    const ticket = needsTicket(template, config.publicUrl) ? await issueTicket(db, user, study) : ''
    if (ticket === '')
      response.cookie(viewerCookie(study), await openViewer(db, user, study), dicomwebRoot, viewerIdleSeconds)
    const viewer = viewerAddress(template, { study, series, ticket })
    const { study_uid: study_UID, study_date, scan_type, patient_name, patient_id } = located
    const record = user.patient === null && patient_id !== null ? await recordOf(db, patient_id) : null
    return { viewer, study_UID, study_date, scan_type, patient_name, record }
  })
