import { ownRows, type TableRetention } from '../../clinic/retention/rules.ts'

export const accountRetention: TableRetention[] = [
  { table: 'closure_requests', patientsSee: { by: 'patient_id', caregivers: 'patient' }, ofPatient: ownRows },
]
