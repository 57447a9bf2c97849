import { ownRows, type TableRetention } from '../../clinic/retention/rules.ts'

export const notificationRetention: TableRetention[] = [
  { table: 'notifications', patientsSee: { by: 'patient_id', caregivers: 'patient' }, ofPatient: ownRows },
  { table: 'admin_notices', ofPatient: ownRows, expires: { since: 'made_at', hours: 365 * 24 } },
]
