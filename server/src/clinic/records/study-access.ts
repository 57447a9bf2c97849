import { standingVersions } from '@fornix/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { todayAtSite } from '../../platform/database/sql-time.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'

export type OpenableStudy = {
  study_id: string
  study_uid: string
  series_uid: string
  study_date: string
  scan_type: string
  patient_id: string | null
  patient_name: string
  dicom_id: string
  /** Whom DICOM named when the portal last looked; null when it has not. */
  dicom_patient_id: string | null
  dicom_issuer: string | null
  /** Series of staff, which no patient sees. */
  staff_series: string[]
  /** Of these series, the reports that the patient reads all the same. */
  released_reports: string[]
}

export const columns = sql`s.study_id, s.study_uid, s.series_uid, s.study_date, s.scan_type, s.patient_id, s.dicom_patient_id, s.dicom_issuer, s.staff_series, s.released_reports,
  coalesce(concat_ws(' ', p.first_name, p.last_name), '') as patient_name, coalesce(nullif(p.mrn_number, ''), p.code, '') as dicom_id`
export const joinPatient = sql`left join patients p on p.project_id = s.project_id and p.patient_id = s.patient_id`

/** A patient sees what is open to them, staff what is in the project; a viewer narrows either to the study that it was opened for. */
export const visible = ({ patient, onlyStudies }: Caller) => sql<boolean>`
  (${patient === null} or s.study_id in (select study_id from open_studies)) and (${onlyStudies}::text[] is null or s.study_uid = any(${onlyStudies}))
  and (s.patient_id is null or p.deleted_at is null)`

/** Whether what opens the study `s` for its patient, or asks for it, are forms of texts that have changed since in what must be agreed. */
export const asksAgain = sql<boolean>`coalesce((
  select bool_and(f.form_version <> all(${standingVersions()}::text[]))
    from access_requests a join form_signatures f on f.project_id = a.project_id and f.file_id = a.form_file_id
   where a.study_id = s.study_id and a.patient_id = s.patient_id
     and (a.status = 'pending' or a.status = 'approved' and a.access_until >= ${todayAtSite})), false)`

/** The study that lists name by this series, when the caller may look at it. Two studies that share a UID are no answer. */
export const studyOfSeries = async (db: Db, caller: Caller, series: string) => {
  const { rows } = await sql<{ study_UID: string }>`
    select s.study_uid as "study_UID" from studies s ${joinPatient} where s.series_uid = ${series} and ${visible(caller)} limit 2`.execute(
    db,
  )
  return rows.length === 1 ? rows[0] : undefined
}

/** The other studies of a patient that the caller may look at, the newest first; those without a UID have no pictures. */
export const otherStudies = async (db: Db, caller: Caller, study: string, patient: string) => {
  const { rows } = await sql<{ study_UID: string; study_date: string; scan_type: string }>`
    select s.study_uid as "study_UID", s.study_date, s.scan_type from studies s ${joinPatient}
    where s.patient_id = ${patient} and s.study_uid not in (${study}, '') and s.series_uid <> '' and ${visible(caller)}
    order by s.study_date desc, s.study_uid`.execute(db)
  return rows
}

/** Of objects that the caller looks at, those that this session has not opened before. */
export const firstOpenings = async (db: Db, { session }: Caller, objects: readonly string[]) => {
  const { rows } = await sql<{ object: string }>`
    insert into series_openings (session_id, series_uid) select ${session}, unnest(${objects}::text[])
    on conflict do nothing returning series_uid as object`.execute(db)
  return rows.map(({ object }) => object)
}

/**
 * The study, when the caller may look at its images now; asked at every request, so that a revoked access ends at once. A study
 * that is none of theirs, or unknown, is undefined. `is_first` is true the first time that this session opens `object` of it,
 * a study or a series: the audit trail needs one row of it, not one for each slice.
 */
export const openableStudy = async (db: Db, caller: Caller, { study, object }: { study: string; object: string }) =>
  (
    await sql<OpenableStudy & { is_first: boolean }>`
      with found as (select ${columns} from studies s ${joinPatient} where s.study_uid = ${study} and ${visible(caller)}),
           opened as (insert into series_openings (session_id, series_uid) select ${caller.session}, ${object} from found
                      on conflict do nothing returning series_uid)
      select found.*, exists (select from opened) as is_first from found`.execute(db)
  ).rows[0]
