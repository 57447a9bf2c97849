import { ownRows, type TableRules } from '../../clinic/retention/rules.ts'

export const patientNewsRetention: TableRules[] = [
  {
    table: 'patient_news_cursors',
    patientsSee: { by: 'patient_id', caregivers: 'record' },
    ofPatient: ownRows,
    onMerge: { reason: 'say what the account has seen' },
  },
]
