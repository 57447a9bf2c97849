import { Readable } from 'node:stream'
import { type ReportedShape, siteClock, siteDay } from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { isStaffSeries, newStaffSeries } from '../../../clinic/imaging/archive/staff-series.ts'
import { DicomRefused } from '../../../clinic/imaging/dicom/refused.ts'
import type { OpenableStudy } from '../../../clinic/records/study-access.ts'
import { conflict, notFound } from '../../../platform/base/errors.ts'
import type { Database, Db } from '../../../platform/database/db.ts'
import { siteZoneOf } from '../../../platform/database/sql-time.ts'
import { scopeOf } from '../../../platform/sessions/session.ts'
import type { Caller } from '../../../platform/sessions/session-row.ts'
import type { Platform } from '../../../platform.ts'
import { archiveOfStudy } from '../study-archive.ts'
import { withPictures } from './pictures.ts'
import { nextPlace } from './queries.ts'
import { newUid, reportFile } from './report-file.ts'

type Parts = Pick<Platform, 'archive' | 'config' | 'database' | 'version'>

/** The caller's name as DICOM writes it, and the site's time zone. */
const factsOf = async (db: Db, { person }: Caller) => {
  const { first_name, last_name } = await db
    .selectFrom('providers')
    .select(['first_name', 'last_name'])
    .where('provider_id', '=', person)
    .executeTakeFirstOrThrow()
  const time_zone = await siteZoneOf(db)
  // `^` and `=` separate parts of a name, `\` separates values (PS3.5 6.2).
  const [last = '', first = ''] = [last_name, first_name].map((part) => part.replace(/[\\^=]/g, ' ').slice(0, 30))
  return { author: `${last}^${first}`, time_zone }
}

/** Before the file exists anywhere: hides the series from patients in every project that has the study. */
const keepWithStaff = (database: Database, study: string, series: string) =>
  database.systemQuery(
    `update studies set staff_series = array_append(staff_series, $2)
      where study_uid = $1 and $2 <> all (staff_series)`,
    [study, series],
  )

/** Writes the caller's report into the study, after the last one, which it replaces; it is stored when this returns. */
export const saveReport = async (
  { archive, config, database, version }: Parts,
  user: Caller,
  study: OpenableStudy,
  shapes: readonly ReportedShape[],
) => {
  const scope = scopeOf(user)
  const { study_id, study_uid } = study
  const { last, facts, ...numbers } = await database.scoped(scope, async (db) => ({
    ...(await nextPlace(db, user, study_id)),
    facts: await factsOf(db, user),
  }))
  const images = archiveOfStudy({ archive, database }, scope, study)
  const pictures = await withPictures(images, scope, study_uid, shapes)
  const [{ series, instance } = { series: '', instance: '' }] = shapes
  const [image] = (await images.metadata(scope, { study: study_uid, series, instance }, '')) ?? []
  if (!image) throw notFound()
  const now = new Date()
  const place = {
    ...numbers,
    series: last && isStaffSeries(last.series) ? last.series : newStaffSeries(),
    instance: newUid(),
  }
  const file = reportFile({
    place,
    image,
    predecessor: last,
    author: facts.author,
    shapes: pictures,
    day: siteDay(now, facts.time_zone).replaceAll('-', ''),
    time: `${siteClock(now, facts.time_zone).replace(':', '')}00`,
    version,
  })
  await keepWithStaff(database, study_uid, place.series)
  const maxBytes = config.MAX_INSTANCE_MB * 1024 * 1024
  await archive.store(scope, Readable.from([file]), { maxBytes, study: study_uid }).catch((error: unknown) => {
    throw error instanceof DicomRefused ? conflict(`The archive did not take the report. ${error.message}`) : error
  })
  return { report_id: uuid(), study_id, author: user.name, shapes, place }
}
