-- How a study came to its patient: what DICOM says of the person, and what was made of it. Staff only.
create table study_matching (
  project_id uuid not null,
  study_id uuid not null,
  dicom_patient_id text not null,
  dicom_issuer text not null,
  dicom_patient_name text not null,
  -- YYYYMMDD as it came, or empty.
  dicom_birth_date text not null,
  state text not null check (state in ('matched', 'assigned', 'open', 'rejected')),
  -- Why nobody was found, in one word.
  reason text not null default '' check (reason in ('', 'nobody', 'several', 'birth_date', 'changed')),
  decided_by uuid,
  decided_at timestamptz not null default now(),
  primary key (project_id, study_id),
  foreign key (project_id, study_id) references studies (project_id, study_id)
);
create index study_matching_open on study_matching (project_id, decided_at desc) where state = 'open';
select staff_table('study_matching', 'select, insert, update');
