-- Beside the program that serves: a making that was interrupted leaves an index that is not valid. Each knows the number, so that a page of those
-- whose bits are set comes from the index alone.
drop index concurrently if exists patients_number;
create unique index concurrently patients_number on patients (project_id, number);
drop index concurrently if exists patients_of_name;
create index concurrently patients_of_name on patients (project_id, last_key, first_key, patient_id) include (number) where deleted_at is null;
drop index concurrently if exists patients_by_name;
drop index concurrently if exists patients_of_first_name;
create index concurrently patients_of_first_name on patients (project_id, first_key, last_key, patient_id) include (number) where deleted_at is null;
drop index concurrently if exists patients_by_first_name;
drop index concurrently if exists patients_of_status;
create index concurrently patients_of_status on patients (project_id, status, last_key, first_key, patient_id) include (patient_type, number) where deleted_at is null;
drop index concurrently if exists patients_by_status;
drop index concurrently if exists patients_of_type;
create index concurrently patients_of_type on patients (project_id, patient_type, last_key, first_key, patient_id) include (status, number) where deleted_at is null;
drop index concurrently if exists patients_by_type;
drop index concurrently if exists patients_of_creation;
create index concurrently patients_of_creation on patients (project_id, created_at, patient_id) include (number) where deleted_at is null;
drop index concurrently if exists patients_by_creation;
drop index concurrently if exists patients_of_email;
create index concurrently patients_of_email on patients (project_id, email_key, patient_id) include (number) where deleted_at is null;
drop index concurrently if exists patients_by_email;
drop index concurrently if exists patients_of_mrn;
create index concurrently patients_of_mrn on patients (project_id, (mrn_number = ''), mrn_number collate "C", patient_id) include (number) where deleted_at is null;
drop index concurrently if exists patients_by_mrn;
drop index concurrently if exists patients_of_mrn_down;
create index concurrently patients_of_mrn_down on patients (project_id, (mrn_number <> ''), mrn_number collate "C", patient_id) include (number) where deleted_at is null;
drop index concurrently if exists patients_by_mrn_down;
