-- Whose study it is besides the patient id, as its first file with a date of birth says: YYYYMMDD, or empty.
alter table archive_studies add column dicom_birth_date text not null default '';
update archive_studies a set dicom_birth_date = m.dicom_birth_date
  from studies s join study_matching m on m.project_id = s.project_id and m.study_id = s.study_id
 where s.project_id = a.project_id and s.study_uid = a.study_uid and m.dicom_birth_date ~ '^\d{8}$';
