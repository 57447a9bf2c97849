import { v7 as uuid } from 'uuid'
import type { AddRows } from '../full-record.ts'

export const addRows: AddRows = ({ insert, nurse, things }) =>
  insert(
    `insert into screening_reviews (project_id, patient_id, review_id, screening_id, decision, signature, reviewer_id, reviewer_name, reviewer_role)
     values ($1, $2, $3, $4, 'cleared', 'Nora', $5, 'Nora', 'Nurse')`,
    uuid(),
    things.screeningId,
    nurse.id,
  )
