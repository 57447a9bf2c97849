import { sql } from 'kysely'
import { onScansOf } from '../../clinic/imaging/archive/retention.ts'
import type { TableRules } from '../../clinic/retention/rules.ts'

export const surveyRetention: TableRules[] = [
  {
    table: 'surveys',
    patientsSee: { by: 'patient_id', caregivers: 'images' },
    ofPatient: onScansOf,
    before: ['studies'],
    onMerge: {
      key: 'study_id',
      stays: (kept) => sql`exists (select from surveys k
        where k.project_id = t.project_id and k.patient_id = ${kept} and k.study_id = t.study_id)`,
    },
  },
]
