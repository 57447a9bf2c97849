import type { AddRows } from '../full-record.ts'

export const addRows: AddRows = ({ insert }) =>
  insert(
    `insert into care_readings (project_id, patient_id, thread_id, read_through)
     select project_id, patient_id, thread_id, now() from care_threads where project_id = $1 and patient_id = $2 limit 1`,
  )
