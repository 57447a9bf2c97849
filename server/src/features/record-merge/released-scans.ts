import { sql } from 'kysely'
import type { StudyPatient } from '../../clinic/imaging/archive/matching.ts'
import { matchStudy } from '../../clinic/imaging/archive/reconcile.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Pair } from './locked-pair.ts'

export type ReleasedScan = StudyPatient & { study_id: string }

/**
 * Takes scans from the kept record that were matched since the merge, by nobody, with the number that only the merged record brought.
 * They wait; once both records are as they were, `matchReleased` decides whose they are.
 */
export const releaseScans = async (db: Db, { project, kept }: Pair, merge: string) =>
  (
    await sql<ReleasedScan>`
      with released as (
        select s.study_id from record_merges r
          join patients p on p.project_id = r.project_id and p.patient_id = r.merged_id
          join studies s on s.project_id = r.project_id and s.patient_id = r.kept_id and s.matched_at >= r.merged_at
          join study_matching m on m.project_id = r.project_id and m.study_id = s.study_id
         where r.project_id = ${project} and r.merge_id = ${merge} and m.state = 'matched' and m.decided_by is null
           and (trim(m.dicom_patient_id) = p.mrn_number and p.mrn_number <> '' or upper(trim(m.dicom_patient_id)) = p.code)
      ), taken as (
        update studies s set patient_id = null from released l where s.project_id = ${project} and s.study_id = l.study_id
        returning s.study_id, s.study_uid
      )
      update study_matching m set state = 'open', reason = 'nobody', previous_patient_id = ${kept}, previous_until = now(),
             decided_at = now(), version = m.version + 1
        from taken t
       where m.project_id = ${project} and m.study_id = t.study_id
      returning t.study_id, t.study_uid, m.dicom_patient_id, m.dicom_issuer, m.dicom_patient_name, m.dicom_birth_date`.execute(
      db,
    )
  ).rows

type Noting = { project: string; kept: string; user: Caller; request: string }

/** The trail of the kept record names each scan that it lost, with the undo: what matches it again may fail, and is done later then. */
export const noteReleased = async (db: Db, { project, kept, user, request }: Noting, scans: ReleasedScan[]) => {
  for (const { study_uid } of scans)
    await writeAudit(db, {
      project,
      actor: user.person,
      role: user.role,
      action: 'unmatched_study.undo',
      patient: kept,
      object: study_uid,
      request,
    })
}

/** An admin may have decided about it since it was released. */
const isStillOpen = async (db: Db, { study_id }: ReleasedScan) =>
  (
    await sql`select from studies s join study_matching m on m.project_id = s.project_id and m.study_id = s.study_id
      where s.study_id = ${study_id} and s.patient_id is null and m.state = 'open' and m.decided_by is null for update of s, m`.execute(
      db,
    )
  ).rows.length > 0

/** Matches them again, or has an admin decide. `db` is of the project; the system's own would find patients of any. */
export const matchReleased = async (db: Db, scans: ReleasedScan[]) => {
  for (const scan of scans) if (await isStillOpen(db, scan)) await matchStudy(db, scan.study_id, scan)
}
