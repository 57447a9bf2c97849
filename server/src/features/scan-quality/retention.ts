import { sql } from 'kysely'
import { ownKeys, type TableRules } from '../../clinic/retention/rules.ts'

export const scanQualityRetention: TableRules[] = [
  {
    table: 'series_quality',
    ofPatient: (project, patient) =>
      sql`project_id = ${project} and study_id in (${ownKeys(project, patient, 'studies', 'study_id')})`,
    before: ['studies'],
  },
]
