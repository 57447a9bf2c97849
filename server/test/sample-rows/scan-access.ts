import { v7 as uuid } from 'uuid'
import type { AddRows } from '../full-record.ts'

export const addRows: AddRows = ({ insert, study, things }) =>
  insert(
    `insert into access_requests (project_id, patient_id, request_id, study_id, form_file_id) values ($1, $2, $3, $4, $5)`,
    uuid(),
    study,
    things.formId,
  )
