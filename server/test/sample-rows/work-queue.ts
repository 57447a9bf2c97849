import type { AddRows } from '../full-record.ts'

export const addRows: AddRows = ({ insert, things }) =>
  insert(
    `insert into work_items (project_id, patient_id, kind, item_id) values ($1, $2, 'reimbursement', $3)`,
    things.reimbursement.id,
  )
