-- Studies as the portal lists them; the images lie in the archive. Dates and times stay the DICOM digits.
create table studies (
  project_id uuid not null references projects,
  study_id uuid not null,
  -- Null until the study is matched to somebody: then only staff see it.
  patient_id uuid,
  study_uid text collate "C" not null check (study_uid ~ '^[0-9]+(\.[0-9]+)*$' and length(study_uid) <= 64),
  study_date text not null default '',
  study_time text not null default '',
  scan_type text not null default '',
  source text not null default '',
  -- The first series that is no localizer: what a viewer opens.
  series_uid text collate "C" not null default '',
  received_at timestamptz not null default now(),
  primary key (project_id, study_id),
  unique (project_id, study_uid),
  foreign key (project_id, patient_id) references patients (project_id, patient_id)
);
create index studies_newest on studies (project_id, patient_id, study_date desc, study_time desc, study_id desc);
select scope_table('studies', 'patient_id');

-- What a patient signs beside the PDF of an authorization form, sealed so that a later change shows.
create table form_signatures (
  project_id uuid not null,
  file_id uuid not null,
  patient_id uuid not null,
  signer_id uuid not null,
  signer_name text not null,
  signature text not null,
  meaning text not null,
  form_version text not null,
  signed_at timestamptz not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  -- The form's own fields, as far as they were sent with it.
  study_uid text collate "C",
  purposes text,
  expiration_date date,
  form_date text,
  seal bytea not null check (octet_length(seal) = 64),
  primary key (project_id, file_id),
  foreign key (project_id, file_id) references files (project_id, file_id),
  foreign key (project_id, patient_id) references patients (project_id, patient_id)
);
select scope_table('form_signatures', 'patient_id', 'select, insert');

-- A patient asks for a study with a signed form; an approval opens it until a date, a revocation closes it at once.
create table access_requests (
  project_id uuid not null,
  request_id uuid not null,
  patient_id uuid not null,
  study_id uuid not null,
  form_file_id uuid not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined', 'revoked')),
  reason text not null default '',
  requested_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid,
  access_until date,
  primary key (project_id, request_id),
  foreign key (project_id, patient_id) references patients (project_id, patient_id),
  foreign key (project_id, study_id) references studies (project_id, study_id),
  foreign key (project_id, form_file_id) references form_signatures (project_id, file_id),
  check ((status = 'pending') = (decided_at is null)),
  check (status <> 'approved' or access_until is not null)
);
create unique index access_requests_pending on access_requests (project_id, patient_id, study_id) where status = 'pending';
create index access_requests_of_study on access_requests (project_id, study_id, requested_at desc);
create index access_requests_waiting on access_requests (project_id, requested_at) where status = 'pending';
select scope_table('access_requests', 'patient_id', 'select, insert, update');

-- The one rule of who may see images, beside being staff: a study that is open is one's own and approved until a day that has not passed.
create view open_studies with (security_invoker = true) as
  select s.project_id, s.patient_id, s.study_id, s.study_uid, max(r.access_until) as access_until
    from studies s
    join access_requests r on r.project_id = s.project_id and r.study_id = s.study_id and r.patient_id = s.patient_id
   where r.status = 'approved' and r.access_until >= (now() at time zone 'UTC')::date
   group by s.project_id, s.patient_id, s.study_id, s.study_uid;
grant select on open_studies to fornix_app, fornix_system;
