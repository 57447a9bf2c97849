import { sql } from 'kysely'
import { movedBy, patientRows, type TableRules } from '../../clinic/retention/rules.ts'

export const screeningRetention: TableRules[] = [
  {
    table: 'screening_reviews',
    ...patientRows('visits'),
    onMerge: { key: 'review_id', follows: (merge) => sql`t.screening_id in (${movedBy(merge, 'screenings')})` },
  },
  { table: 'screenings', ...patientRows('visits'), onMerge: { key: 'screening_id' } },
]
