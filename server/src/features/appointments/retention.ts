import { sql } from 'kysely'
import { ownKeys, ownRows, type TableRetention } from '../../clinic/retention/rules.ts'

export const appointmentRetention: TableRetention[] = [
  {
    table: 'taken_slots',
    ofPatient: (project, patient) =>
      sql`project_id = ${project} and appointment_id in (${ownKeys(project, patient, 'appointments', 'appointment_id')})`,
    before: ['appointments'],
  },
  { table: 'visit_steps', patientsSee: { by: 'patient_id', caregivers: 'visits' }, ofPatient: ownRows },
  { table: 'appointments', patientsSee: { by: 'patient_id', caregivers: 'visits' }, ofPatient: ownRows },
]
