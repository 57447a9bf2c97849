-- What all files of a record take up, deleted ones too, is asked at every upload.
create index files_of_patient on files (project_id, patient_id) include (kind, size, deleted_at);
