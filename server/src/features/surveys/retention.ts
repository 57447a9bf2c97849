import { onScansOf } from '../../clinic/imaging/archive/retention.ts'
import type { TableRetention } from '../../clinic/retention/rules.ts'

export const surveyRetention: TableRetention[] = [
  {
    table: 'surveys',
    patientsSee: { by: 'patient_id', caregivers: 'images' },
    ofPatient: onScansOf,
    before: ['studies'],
  },
]
