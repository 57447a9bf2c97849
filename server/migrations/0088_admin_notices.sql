-- What one admin did that the others are told of, beside what they are told of patients.
create table admin_notices (
  project_id uuid not null,
  -- Of version 7, as those of notifications, among which it is read.
  notice_id uuid not null,
  item_type text not null check (item_type in ('special_care', 'rights')),
  patient_id uuid,
  text text not null,
  made_by uuid not null,
  made_at timestamptz not null default now(),
  primary key (project_id, notice_id),
  foreign key (project_id, patient_id) references patients (project_id, patient_id),
  foreign key (project_id, made_by) references providers (project_id, provider_id)
);
create index admin_notices_patient on admin_notices (project_id, patient_id) where patient_id is not null;
select staff_table('admin_notices', 'select, insert');
create trigger admin_notices_told after insert on admin_notices for each row execute function tell_project();
