import type { ImagingArchive } from '../../clinic/imaging/archive/archive.ts'
import { reconcile } from '../../clinic/imaging/archive/reconcile.ts'
import { withoutSeries } from '../../clinic/imaging/archive/without-series.ts'
import type { OpenableStudy } from '../../clinic/records/study-access.ts'
import { notFound } from '../../platform/base/errors.ts'
import { projectId, type Scope, staffScope } from '../../platform/database/scope.ts'
import type { Platform } from '../../platform.ts'

type ExpectedIdentity = Pick<
  OpenableStudy,
  'study_uid' | 'dicom_patient_id' | 'dicom_issuer' | 'staff_series' | 'released_reports'
>

/** For bytes that nobody will receive. */
const discardBody = (response: unknown) => {
  const body: unknown = response instanceof Object && 'body' in response ? response.body : undefined
  if (body instanceof Object && 'destroy' in body && typeof body.destroy === 'function') {
    if ('on' in body && typeof body.on === 'function') body.on('error', () => {})
    body.destroy()
  }
}

/**
 * The archive as it shows one study.
 * A PACS may put another person's images under the UID of a study that was opened to somebody.
 * Its response is sent only if, after the response has begun, the PACS still names the person whom it named when the portal last looked.
 * Otherwise the portal looks again at once, and nothing is found.
 * What staff wrote into it stays with staff until it is released.
 */
export const archiveOfStudy = (
  { archive: whole, database }: Pick<Platform, 'archive' | 'database'>,
  scope: Scope,
  { study_uid: study, dicom_patient_id, dicom_issuer, staff_series, released_reports }: ExpectedIdentity,
): ImagingArchive => {
  const archive = scope.patient === 'any' ? whole : withoutSeries(whole, staff_series, released_reports)
  const isUnchanged = async () => {
    const now = await archive.identityOf(study)
    if (now === 'kept' || (now && dicom_patient_id === null)) return true
    if (!now) return false
    return now.patientId === dicom_patient_id && (now.issuer === undefined || now.issuer === dicom_issuer)
  }
  const checked = async <T>(reading: Promise<T>): Promise<T> => {
    const response = await reading
    if (response === null || (Array.isArray(response) && response.length === 0)) return response
    let isSame = false
    try {
      isSame = await isUnchanged()
    } finally {
      if (!isSame) discardBody(response)
    }
    if (isSame) return response
    await reconcile(database, whole, staffScope(projectId(scope.project)), study)
    throw notFound()
  }
  return {
    ...archive,
    seriesOf: (...args) => checked(archive.seriesOf(...args)),
    instancesOf: (...args) => checked(archive.instancesOf(...args)),
    metadata: (...args) => checked(archive.metadata(...args)),
    files: (...args) => checked(archive.files(...args)),
    frames: (...args) => checked(archive.frames(...args)),
    bulkData: (...args) => checked(archive.bulkData(...args)),
    rendered: (...args) => checked(archive.rendered(...args)),
  }
}
