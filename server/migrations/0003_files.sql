-- One key per project and version, wrapped by the master key, which never enters the database.
create table project_keys (
  project_id uuid not null references projects,
  version int not null check (version > 0),
  wrapped_key bytea not null,
  created_at timestamptz not null default now(),
  primary key (project_id, version)
);
select scope_table('project_keys', null, 'select, insert');

-- The bytes lie encrypted in the store under storage_key; file_name is only shown, never used as a path.
create table files (
  project_id uuid not null,
  file_id uuid not null,
  patient_id uuid not null,
  kind text not null check (kind in ('document', 'authorization_form', 'reimbursement', 'email_attachment')),
  file_name text not null check (octet_length(file_name) between 1 and 200),
  file_type text not null,
  media_type text not null,
  size int not null check (size >= 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  storage_key text collate "C" not null,
  key_version int not null,
  wrapped_key bytea not null,
  uploaded_by uuid,
  uploaded_role text not null,
  upload_date timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (project_id, file_id),
  unique (project_id, storage_key),
  foreign key (project_id, patient_id) references patients (project_id, patient_id),
  foreign key (project_id, key_version) references project_keys (project_id, version)
);
create index files_newest on files (project_id, patient_id, kind, upload_date desc, file_id desc) where deleted_at is null;
select scope_table('files', 'patient_id', 'select, insert, update');
