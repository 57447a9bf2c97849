import { sql } from 'kysely'
import { ownKeys, type TableRules } from '../../../clinic/retention/rules.ts'

const ofStudies = (project: string, patient: string) =>
  sql`project_id = ${project} and study_id in (${ownKeys(project, patient, 'studies', 'study_id')})`

export const measurementRetention: TableRules[] = [
  { table: 'measurements', ofPatient: ofStudies, before: ['studies'] },
  { table: 'measurement_reports', ofPatient: ofStudies, before: ['studies'] },
]
