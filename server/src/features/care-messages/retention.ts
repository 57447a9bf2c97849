import { ownRows, type TableRules } from '../../clinic/retention/rules.ts'

export const careMessageRetention: TableRules[] = [
  {
    table: 'care_messages',
    patientsSee: { by: 'patient_id', caregivers: 'files' },
    ofPatient: ownRows,
    onMerge: { key: 'message_id' },
  },
  {
    table: 'care_threads',
    patientsSee: { by: 'patient_id', caregivers: 'files' },
    ofPatient: ownRows,
    onMerge: { key: 'thread_id' },
  },
]
