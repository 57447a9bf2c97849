import { sql } from 'kysely'
import type { Db } from './db.ts'
import type { Caller } from './session.ts'

export type OpenableStudy = {
  study_uid: string
  series_uid: string
  study_date: string
  scan_type: string
  patient_id: string | null
  patient_name: string
  dicom_id: string
}

const columns = sql`s.study_uid, s.series_uid, s.study_date, s.scan_type, s.patient_id,
  coalesce(concat_ws(' ', p.first_name, p.last_name), '') as patient_name, coalesce(nullif(p.mrn_number, ''), p.code, '') as dicom_id`
const whose = sql`left join patients p on p.project_id = s.project_id and p.patient_id = s.patient_id`

/** A patient sees what is open to them, staff what is in the project; a ticket narrows either to one study. */
const visible = ({ patient, onlyStudy }: Caller) => sql<boolean>`
  (${patient === null} or s.study_id in (select study_id from open_studies)) and (${onlyStudy}::text is null or s.study_uid = ${onlyStudy})
  and (s.patient_id is null or p.deleted_at is null)`

/**
 * The study, when the caller may look at its images now; asked at every request, so that a revoked access ends at once. A study
 * that is none of theirs, or unknown, is undefined.
 */
export const openableStudy = async (db: Db, caller: Caller, study: string) =>
  (
    await sql<OpenableStudy>`select ${columns} from studies s ${whose} where s.study_uid = ${study} and ${visible(caller)}`.execute(
      db,
    )
  ).rows[0]

/** What QIDO lists: never what an archive says, only what the portal knows and the caller may open. */
export const openableStudies = async (
  db: Db,
  caller: Caller,
  {
    uids,
    patientId,
    limit,
    offset,
  }: { uids: string[] | null; patientId: string | null; limit: number; offset: number },
) =>
  (
    await sql<OpenableStudy & { study_time: string }>`
      select ${columns}, s.study_time from studies s ${whose}
       where ${visible(caller)} and (${uids}::text[] is null or s.study_uid = any(${uids}))
         and (${patientId}::text is null or coalesce(nullif(p.mrn_number, ''), p.code) = ${patientId})
       order by s.study_date desc, s.study_time desc, s.study_uid limit ${limit} offset ${offset}`.execute(db)
  ).rows

/** True the first time that this session opens a series: the audit trail needs one row of it, not one for each slice. */
export const isFirstOpening = async (db: Db, caller: Caller, uid: string) => {
  const { rows } = await sql`insert into series_openings (session_id, series_uid) values (${caller.session}, ${uid})
    on conflict do nothing returning series_uid`.execute(db)
  return rows.length > 0
}
