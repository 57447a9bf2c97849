import { sql } from 'kysely'
import { movedBy, ownRows, type TableRules } from '../../clinic/retention/rules.ts'

export const screeningRetention: TableRules[] = [
  {
    table: 'screening_reviews',
    patientsSee: { by: 'patient_id', caregivers: 'visits' },
    ofPatient: ownRows,
    onMerge: { key: 'review_id', follows: (merge) => sql`t.screening_id in (${movedBy(merge, 'screenings')})` },
  },
  {
    table: 'screenings',
    patientsSee: { by: 'patient_id', caregivers: 'visits' },
    ofPatient: ownRows,
    onMerge: { key: 'screening_id' },
  },
]
