-- Up to when a patient has seen what is new.
create table patient_news_cursors (
  project_id uuid not null,
  patient_id uuid not null,
  read_through timestamptz not null,
  primary key (project_id, patient_id),
  foreign key (project_id, patient_id) references patients (project_id, patient_id)
);
select scope_table('patient_news_cursors', 'patient_id', 'select, insert, update');
