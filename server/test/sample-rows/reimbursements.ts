import type { AddRows } from '../full-record.ts'

export const addRows: AddRows = ({ insert, nurse, things }) =>
  insert(
    `insert into reimbursement_decisions (project_id, patient_id, reimbursement_id, status, amount, comment, decided_by, decided_name)
     values ($1, $2, $3, 'Paid', 1, '', $4, 'Nora')`,
    things.reimbursement.id,
    nurse.id,
  )
