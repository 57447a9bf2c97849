import { v7 as uuid } from 'uuid'
import type { AddRows } from '../full-record.ts'

export const addRows: AddRows = ({ insert }) =>
  insert(
    `insert into closure_requests (project_id, patient_id, request_id, state, reason) values ($1, $2, $3, 'open', '')`,
    uuid(),
  )
