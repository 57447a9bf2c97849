-- Who gives out the patient ids that this project knows as MRN (DICOM 0010,0021). A study that names another one is not matched.
alter table projects add column patient_id_issuers text[] not null default '{}';

alter table study_matching
  add column version int not null default 1,
  -- Whose study it was when DICOM came to name somebody else.
  add column previous_patient_id uuid,
  add foreign key (project_id, previous_patient_id) references patients (project_id, patient_id),
  drop constraint study_matching_reason_check,
  add constraint study_matching_reason_check check (reason in ('', 'nobody', 'several', 'birth_date', 'issuer', 'changed'));
create index study_matching_decided on study_matching (project_id, decided_at desc) where state in ('assigned', 'rejected');
