import { sql } from 'kysely'
import { movedBy, ownKeys, patientRows, type TableRules } from '../../clinic/retention/rules.ts'

export const appointmentRetention: TableRules[] = [
  {
    table: 'taken_slots',
    ofPatient: (project, patient) =>
      sql`project_id = ${project} and appointment_id in (${ownKeys(project, patient, 'appointments', 'appointment_id')})`,
    before: ['appointments'],
  },
  {
    table: 'visit_steps',
    ...patientRows('visits'),
    onMerge: { key: 'step_id', follows: (merge) => sql`t.appointment_id in (${movedBy(merge, 'appointments')})` },
  },
  { table: 'appointments', ...patientRows('visits'), onMerge: { key: 'appointment_id' } },
]
