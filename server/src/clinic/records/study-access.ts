import { validFormVersions } from '@fornix/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { todayAtSite } from '../../platform/database/sql-time.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import { fullName } from './record-sql.ts'

export type OpenableStudy = {
  study_id: string
  study_uid: string
  series_uid: string
  study_date: string
  scan_type: string
  patient_id: string | null
  patient_name: string
  dicom_id: string
  /** Whom DICOM named when the portal last looked; null if it has not. */
  dicom_patient_id: string | null
  dicom_issuer: string | null
} & SharedParts

/** What of a study its patient may see. */
export type SharedParts = {
  /** Staff series, which patients do not see. */
  staff_series: string[]
  /** Reports of these series that the patient may still read. */
  released_reports: string[]
}

export const columns = sql`s.study_id, s.study_uid, s.series_uid, s.study_date, s.scan_type, s.patient_id, s.dicom_patient_id, s.dicom_issuer, s.staff_series, s.released_reports,
  coalesce(${fullName('p')}, '') as patient_name, coalesce(nullif(p.mrn_number, ''), p.code, '') as dicom_id`
export const joinPatient = sql`left join patients p on p.project_id = s.project_id and p.patient_id = s.patient_id`

/** A patient sees what is open to them, staff what is in the project; a viewer narrows either to the study it was opened for. */
export const visible = ({ patient, onlyStudies }: Caller) => sql<boolean>`
  (${patient === null} or s.study_id in (select study_id from open_studies)) and (${onlyStudies}::text[] is null or s.study_uid = any(${onlyStudies}))
  and (s.patient_id is null or p.deleted_at is null)`

/** Whether the forms that open the study `s` for its patient, or request it, have texts that changed since in what must be agreed to. */
export const asksAgain = sql<boolean>`coalesce((
  select bool_and(f.form_version <> all(${validFormVersions()}::text[]))
    from access_requests a join form_signatures f on f.project_id = a.project_id and f.file_id = a.form_file_id
   where a.study_id = s.study_id and a.patient_id = s.patient_id
     and (a.status = 'pending' or a.status = 'approved' and a.access_until >= ${todayAtSite})), false)`

/** What patients may see of the study now; undefined if the caller may not view its images. */
export const sharedPartsOf = async (db: Db, caller: Caller, study: string) =>
  (
    await sql<SharedParts>`
      select s.staff_series, s.released_reports from studies s ${joinPatient} where ${visible(caller)} and s.study_uid = ${study}`.execute(
      db,
    )
  ).rows[0]

/** The study that lists name by this series, if the caller may view it. If two studies share a UID, none is returned. */
export const studyOfSeries = async (db: Db, caller: Caller, series: string) => {
  const { rows } = await sql<{ study_UID: string }>`
    select s.study_uid as "study_UID" from studies s ${joinPatient} where s.series_uid = ${series} and ${visible(caller)} limit 2`.execute(
    db,
  )
  return rows.length === 1 ? rows[0] : undefined
}

/** A patient's other studies that the caller may view, the newest first; those without a UID have no pictures. */
export const otherStudies = async (db: Db, caller: Caller, study: string, patient: string) => {
  const { rows } = await sql<{ study_UID: string; study_date: string; scan_type: string }>`
    select s.study_uid as "study_UID", s.study_date, s.scan_type from studies s ${joinPatient}
    where s.patient_id = ${patient} and s.study_uid not in (${study}, '') and s.series_uid <> '' and ${visible(caller)}
    order by s.study_date desc, s.study_uid`.execute(db)
  return rows
}

/** The objects that this session has not opened before. */
export const firstOpenings = async (db: Db, { session }: Caller, objects: readonly string[]) => {
  const { rows } = await sql<{ object: string }>`
    insert into series_openings (session_id, series_uid) select ${session}, unnest(${objects}::text[])
    on conflict do nothing returning series_uid as object`.execute(db)
  return rows.map(({ object }) => object)
}

/**
 * The study, if the caller may view its images now; checked at every request, so that a revoked access ends at once.
 * Undefined for a study that is not theirs, or unknown.
 * `is_first` is true the first time that this session opens `object` of it, a study or a series.
 * The audit trail needs one row for it, not one per slice.
 */
export const openableStudy = async (db: Db, caller: Caller, { study, object }: { study: string; object: string }) =>
  (
    await sql<OpenableStudy & { is_first: boolean }>`
      with found as (select ${columns} from studies s ${joinPatient} where s.study_uid = ${study} and ${visible(caller)}),
           opened as (insert into series_openings (session_id, series_uid) select ${caller.session}, ${object} from found
                      on conflict do nothing returning series_uid)
      select found.*, exists (select from opened) as is_first from found`.execute(db)
  ).rows[0]
