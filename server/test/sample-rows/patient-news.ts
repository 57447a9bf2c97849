import type { AddRows } from '../full-record.ts'

export const addRows: AddRows = ({ insert }) =>
  insert('insert into patient_news_cursors (project_id, patient_id, read_through) values ($1, $2, now())')
