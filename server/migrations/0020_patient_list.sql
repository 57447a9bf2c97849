-- The patient list is sorted and filtered by these. Each holds what the list asks before it reads whole rows, so a deep page or a
-- count touches the index alone: patient_id is part of the row security, deleted_at of the condition.
create index patients_by_first_name on patients (project_id, first_key, last_key, patient_id) where deleted_at is null;
create index patients_by_status on patients (project_id, status, last_key, first_key, patient_id) include (patient_type) where deleted_at is null;
create index patients_by_type on patients (project_id, patient_type, last_key, first_key, patient_id) include (status) where deleted_at is null;
create index patients_by_creation on patients (project_id, created_at, patient_id) where deleted_at is null;
create index patients_by_email on patients (project_id, email_key, patient_id) where deleted_at is null;
-- Patients without a number come last, read forwards in the first and backwards in the second.
create index patients_by_mrn on patients (project_id, (mrn_number = ''), mrn_number collate "C", patient_id) where deleted_at is null;
create index patients_by_mrn_down on patients (project_id, (mrn_number <> ''), mrn_number collate "C", patient_id) where deleted_at is null;

-- Few at any time: an admin looks through them.
create index patients_deleted on patients (project_id, deleted_at desc, patient_id) where deleted_at is not null;
