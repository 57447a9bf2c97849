-- What signs the PDFs of a project. The private key is wrapped by the project's key; one that was replaced stays, so that what it
-- has signed can be verified.
create table project_certificates (
  project_id uuid not null references projects,
  certificate_id uuid not null,
  certificate bytea not null,
  key_version int not null,
  wrapped_key bytea not null,
  not_after timestamptz not null,
  made_at timestamptz not null default now(),
  replaced_at timestamptz,
  primary key (project_id, certificate_id)
);
create unique index project_certificates_current on project_certificates (project_id) where replaced_at is null;
select system_table('project_certificates');
