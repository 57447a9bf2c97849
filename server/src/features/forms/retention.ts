import { sql } from 'kysely'
import { movedBy, patientRows, type TableRules } from '../../clinic/retention/rules.ts'

export const formRetention: TableRules[] = [
  {
    table: 'form_countersignatures',
    ...patientRows('visits'),
    before: ['form_signatures'],
    onMerge: { key: 'file_id', isBound: true, follows: (merge) => sql`t.file_id in (${movedBy(merge, 'files')})` },
  },
  { table: 'form_signatures', ...patientRows('visits'), onMerge: { key: 'file_id', isBound: true } },
]
