import { sql } from 'kysely'
import { movedBy, ownRows, type TableRules } from '../../clinic/retention/rules.ts'

export const formRetention: TableRules[] = [
  {
    table: 'form_countersignatures',
    patientsSee: { by: 'patient_id', caregivers: 'visits' },
    ofPatient: ownRows,
    before: ['form_signatures'],
    onMerge: { key: 'file_id', isBound: true, follows: (merge) => sql`t.file_id in (${movedBy(merge, 'files')})` },
  },
  {
    table: 'form_signatures',
    patientsSee: { by: 'patient_id', caregivers: 'visits' },
    ofPatient: ownRows,
    onMerge: { key: 'file_id', isBound: true },
  },
]
