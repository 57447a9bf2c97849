import { ownRows, type TableRetention } from '../../clinic/retention/rules.ts'

export const careMessageRetention: TableRetention[] = [
  { table: 'care_messages', patientsSee: { by: 'patient_id', caregivers: 'files' }, ofPatient: ownRows },
  { table: 'care_threads', patientsSee: { by: 'patient_id', caregivers: 'files' }, ofPatient: ownRows },
]
