-- What the watch over the audit trail found unusual: one row for each person, rule, record and day of the site. Counted by a job, because
-- the trail is too long to be searched while a page waits; what an admin decides about it is kept beside it.
create table unusual_access (
  project_id uuid not null,
  finding_id uuid not null default gen_random_uuid(),
  rule text not null,
  reader_id uuid not null,
  -- Null where it is about many records.
  patient_id uuid,
  day date not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  reads int not null,
  records int not null,
  found_at timestamptz not null,
  state text not null default 'new' check (state in ('new', 'explained', 'follow_up')),
  reason text not null default '',
  assignee_id uuid,
  decided_by uuid,
  decided_at timestamptz,
  version int not null default 1,
  primary key (project_id, finding_id),
  foreign key (project_id, reader_id) references providers (project_id, provider_id),
  foreign key (project_id, patient_id) references patients (project_id, patient_id),
  foreign key (project_id, assignee_id) references providers (project_id, provider_id),
  foreign key (project_id, decided_by) references providers (project_id, provider_id)
);
create unique index unusual_access_once on unusual_access
  (project_id, rule, reader_id, day, coalesce(patient_id, '00000000-0000-0000-0000-000000000000'));
create index unusual_access_newest on unusual_access (project_id, last_at desc, finding_id desc);
create index unusual_access_patient on unusual_access (project_id, patient_id);
select staff_table('unusual_access', 'select, update');

-- How far the watch has come, and of which week (by its Monday) the admins have been mailed.
create table unusual_access_watch (
  project_id uuid primary key references projects,
  looked_through timestamptz not null,
  mailed_week date not null
);
select staff_table('unusual_access_watch', 'select');
