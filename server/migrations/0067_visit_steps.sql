-- How a visit goes, as staff note it on the day: one row a step, also when a step is taken back. The newest says where it stands.
create table visit_steps (
  project_id uuid not null,
  step_id uuid not null,
  appointment_id uuid not null,
  patient_id uuid not null,
  -- A visit that was moved to another time begins anew.
  starts_at timestamptz not null,
  status text not null check (status in ('expected', 'arrived', 'started', 'done', 'no_show')),
  is_undo boolean not null default false,
  -- Why somebody was scanned whom nobody had cleared.
  reason text not null default '',
  made_by uuid not null,
  made_name text not null,
  made_at timestamptz not null default clock_timestamp(),
  primary key (project_id, step_id),
  foreign key (project_id, appointment_id) references appointments (project_id, appointment_id),
  foreign key (project_id, patient_id) references patients (project_id, patient_id)
);
create index visit_steps_of_visit on visit_steps (project_id, appointment_id, made_at, step_id);
-- A patient reads none of it, but a visit that began is not canceled by its patient either: the rows have to be seen for that.
select scope_table('visit_steps', 'patient_id', 'select, insert');
create policy by_staff on visit_steps as restrictive for insert to fornix_app
  with check (current_setting('app.patient_id') = 'any');
