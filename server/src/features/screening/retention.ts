import { ownRows, type TableRetention } from '../../clinic/retention/rules.ts'

export const screeningRetention: TableRetention[] = [
  { table: 'screening_reviews', patientsSee: { by: 'patient_id', caregivers: 'visits' }, ofPatient: ownRows },
  { table: 'screenings', patientsSee: { by: 'patient_id', caregivers: 'visits' }, ofPatient: ownRows },
]
