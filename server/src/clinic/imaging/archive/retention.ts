import { sql } from 'kysely'
import { ownKeys, ownRows, type TableRetention } from '../../retention/rules.ts'

const days = 24

const imagesOf = (project: string, patient: string) =>
  sql`project_id = ${project} and study_uid in (${ownKeys(project, patient, 'studies', 'study_uid')})`

export const imagingRetention: TableRetention[] = [
  {
    table: 'study_matching',
    ofPatient: (project, patient) =>
      sql`project_id = ${project} and study_id in (${ownKeys(project, patient, 'studies', 'study_id')})`,
    before: ['studies'],
  },
  { table: 'archive_instances', ofPatient: imagesOf, before: ['studies'] },
  { table: 'archive_studies', ofPatient: imagesOf, before: ['studies'] },
  { table: 'studies', patientsSee: { by: 'patient_id', caregivers: 'images' }, ofPatient: ownRows },
  // No session lasts longer than a day.
  { table: 'viewer_tickets', expires: { since: 'issued_at', hours: 2 * days } },
  { table: 'series_openings', expires: { since: 'opened_at', hours: 2 * days } },
]

/** Also other people's, from when a scan was mistakenly theirs: they are about images that are gone. */
export const onScansOf = (project: string, patient: string) =>
  sql`project_id = ${project} and (patient_id = ${patient} or study_id in (${ownKeys(project, patient, 'studies', 'study_id')}))`
