-- The index of the embedded archive; the bytes lie encrypted in the file store. Times and numbers stay the DICOM values.
create table archive_studies (
  project_id uuid not null references projects,
  study_uid text collate "C" not null,
  -- The tags as they came: who the patient is to the portal is decided elsewhere.
  dicom_patient_id text not null,
  dicom_issuer text not null,
  changed_at timestamptz not null default now(),
  primary key (project_id, study_uid)
);
select scope_table('archive_studies');

create table archive_instances (
  project_id uuid not null,
  sop_uid text collate "C" not null,
  study_uid text collate "C" not null,
  series_uid text collate "C" not null,
  instance_id uuid not null,
  instance_number int not null,
  sop_class text not null,
  transfer_syntax text not null,
  metadata jsonb not null,
  frames jsonb not null,
  size bigint not null check (size > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  storage_key text collate "C" not null,
  key_version int not null,
  wrapped_key bytea not null,
  received_at timestamptz not null default now(),
  primary key (project_id, sop_uid),
  unique (project_id, storage_key),
  foreign key (project_id, study_uid) references archive_studies (project_id, study_uid),
  foreign key (project_id, key_version) references project_keys (project_id, version)
);
create index archive_instances_chain on archive_instances (project_id, study_uid, series_uid, instance_number, sop_uid);
select scope_table('archive_instances', null, 'select, insert, delete');

-- A second wall before the images: in a patient's scope the archive holds nothing but the studies that are open to them.
alter policy scope on archive_studies using (project_id = current_setting('app.project_id')::uuid
  and (current_setting('app.patient_id') = 'any' or study_uid in (select study_uid from open_studies)));
alter policy scope on archive_instances using (project_id = current_setting('app.project_id')::uuid
  and (current_setting('app.patient_id') = 'any' or study_uid in (select study_uid from open_studies)));
