-- What is sealed of a form grows: its fields as one text, the factor, the pages before the certificate page, and the certificate that
-- signed the PDF. Null in forms that were sealed before; their seal covers what it covered.
alter table form_signatures
  add column factor text,
  add column fields text,
  add column pages_sha256 bytea,
  add column pages_size int,
  add column certificate_sha256 bytea,
  add column is_stamped boolean not null default false,
  add column needs_countersign boolean not null default false;
alter table projects add column countersign_forms boolean not null default false;

-- A member of the staff signs below: the same PDF, with a second signature behind the first.
create table form_countersignatures (
  project_id uuid not null,
  file_id uuid not null,
  patient_id uuid not null,
  bound_patient_id uuid,
  signer_id uuid not null,
  signer_name text not null,
  signature text not null,
  role text not null,
  meaning text not null,
  factor text not null,
  signed_at timestamptz not null,
  -- Of the PDF without and with the second signature.
  signed_sha256 bytea not null check (octet_length(signed_sha256) = 32),
  signed_size int not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  certificate_sha256 bytea not null,
  is_stamped boolean not null,
  seal bytea not null check (octet_length(seal) = 64),
  primary key (project_id, file_id),
  foreign key (project_id, file_id) references form_signatures (project_id, file_id),
  foreign key (project_id, patient_id) references patients (project_id, patient_id)
);
create index form_countersignatures_hash on form_countersignatures (sha256);
create index form_countersignatures_patient on form_countersignatures (project_id, patient_id);
select scope_table('form_countersignatures', 'patient_id', 'select, insert');
create policy care on form_countersignatures as restrictive to fornix_app using ((select is_shared('visits')));
