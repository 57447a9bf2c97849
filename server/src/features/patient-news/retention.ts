import { ownRows, type TableRetention } from '../../clinic/retention/rules.ts'

export const patientNewsRetention: TableRetention[] = [
  { table: 'patient_news_cursors', patientsSee: { by: 'patient_id', caregivers: 'record' }, ofPatient: ownRows },
]
