import { ownRows, type TableRetention } from '../../clinic/retention/rules.ts'

export const formRetention: TableRetention[] = [
  {
    table: 'form_countersignatures',
    patientsSee: { by: 'patient_id', caregivers: 'visits' },
    ofPatient: ownRows,
    before: ['form_signatures'],
  },
  { table: 'form_signatures', patientsSee: { by: 'patient_id', caregivers: 'visits' }, ofPatient: ownRows },
]
