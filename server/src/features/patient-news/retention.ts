import { patientRows, type TableRules } from '../../clinic/retention/rules.ts'

export const patientNewsRetention: TableRules[] = [
  { table: 'patient_news_cursors', ...patientRows('record'), onMerge: { reason: 'say what the account has seen' } },
]
