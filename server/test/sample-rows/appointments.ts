import { v7 as uuid } from 'uuid'
import type { AddRows } from '../full-record.ts'

export const addRows: AddRows = ({ insert, nurse }) =>
  insert(
    `insert into visit_steps (project_id, patient_id, step_id, appointment_id, starts_at, status, made_by, made_name)
     select $1, $2, $3, appointment_id, starts_at, 'done', $4, 'Nora' from appointments where patient_id = $2`,
    uuid(),
    nurse.id,
  )
