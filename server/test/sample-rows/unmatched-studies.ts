import type { AddRows } from '../full-record.ts'

export const addRows: AddRows = ({ insert, study }) =>
  insert(
    `insert into study_matching (project_id, previous_patient_id, previous_until, study_id, dicom_patient_id, dicom_issuer, dicom_patient_name, dicom_birth_date, state)
     values ($1, $2, now(), $3, 'P', '', 'Rivera^Ana', '', 'assigned')`,
    study,
  )
