import { ownRows, type TableRules } from '../../clinic/retention/rules.ts'

export const accountRetention: TableRules[] = [
  {
    table: 'closure_requests',
    patientsSee: { by: 'patient_id', caregivers: 'patient' },
    ofPatient: ownRows,
    onMerge: { reason: 'are of the account' },
  },
]
