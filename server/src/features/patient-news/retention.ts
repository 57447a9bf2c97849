import { ownRows, type TableRetention } from '../../clinic/retention/rules.ts'

export const patientNewsRetention: TableRetention[] = [{ table: 'patient_news_cursors', ofPatient: ownRows }]
