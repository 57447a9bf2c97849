import { sql } from 'kysely'
import {
  auditPurged,
  isOverSince,
  ownKeys,
  type PurgeThings,
  patientRows,
  removeStored,
  type TableRules,
} from '../../retention/rules.ts'

const days = 24

const imagesOf = (project: string, patient: string) =>
  sql`project_id = ${project} and study_uid in (${ownKeys(project, patient, 'studies', 'study_uid')})`

export const imagingRetention: TableRules[] = [
  {
    table: 'study_matching',
    ofPatient: (project, patient) =>
      sql`project_id = ${project} and study_id in (${ownKeys(project, patient, 'studies', 'study_id')})`,
    before: ['studies'],
    onMerge: { key: 'study_id', column: 'previous_patient_id' },
  },
  { table: 'archive_instances', ofPatient: imagesOf, before: ['studies'] },
  { table: 'archive_studies', ofPatient: imagesOf, before: ['studies'] },
  { table: 'studies', ...patientRows('images'), onMerge: { key: 'study_id' } },
  // No session lasts longer than a day.
  { table: 'viewer_tickets', expires: { since: 'issued_at', hours: 2 * days } },
  { table: 'series_openings', expires: { since: 'opened_at', hours: 2 * days } },
]

/** Also other people's, from when a scan was mistakenly theirs: they are about images that are gone. */
export const onScansOf = (project: string, patient: string) =>
  sql`project_id = ${project} and (patient_id = ${patient} or study_id in (${ownKeys(project, patient, 'studies', 'study_id')}))`

type Rejected = { project_id: string; study_id: string; study_uid: string }

/**
 * Images that an admin rejected as nobody's, as long ago as deleted records are kept. The study's row stays, without images and names; if
 * it is sent again, it is matched like a new one. For the embedded archive only: a PACS keeps its own.
 */
export const purgeRejectedScans: PurgeThings = async (db, limit) => {
  const { rows } = await sql<Rejected>`select t.project_id, t.study_id, s.study_uid
      from study_matching t join studies s using (project_id, study_id) join projects j on j.project_id = t.project_id
     where t.state = 'rejected' and s.patient_id is null and ${isOverSince('t.decided_at')}
       and exists (select from archive_studies a where (a.project_id, a.study_uid) = (s.project_id, s.study_uid))
     limit ${limit} for update of t, s skip locked`.execute(db)
  for (const { project_id, study_id, study_uid } of rows) {
    const ofStudy = sql`(project_id, study_uid) = (${project_id}, ${study_uid})`
    const instances = await sql<{ storage_key: string }>`delete from archive_instances where ${ofStudy}
      returning storage_key`.execute(db)
    await removeStored(db, project_id, instances.rows)
    await sql`delete from archive_studies where ${ofStudy}`.execute(db)
    await sql`update studies set series_uid = '', series_count = 0, instance_count = 0, staff_series = '{}', dicom_patient_id = '', dicom_issuer = ''
      where ${ofStudy}`.execute(db)
    await sql`update study_matching set state = 'open', reason = 'nobody', decided_by = null, dicom_patient_id = '', dicom_issuer = '', dicom_patient_name = '', dicom_birth_date = '',
      previous_patient_id = null where (project_id, study_id) = (${project_id}, ${study_id})`.execute(db)
  }
  await auditPurged(
    db,
    'unmatched_study.purge',
    rows.map(({ project_id, study_uid }) => ({ project_id, patient_id: null, id: study_uid })),
  )
  return rows.length
}
