-- A new address of a provider waits here until it is confirmed from there, as a patient's does.
alter table providers add column if not exists pending_email text not null default '';

alter table projects
  add column blocked_email_domains text[] not null default '{}',
  -- Two admins who save at once are told apart by it.
  add column settings_version int not null default 1;

-- Apart from the projects, so that nobody reads a picture along with a name. Everybody may see it, so it is not encrypted.
create table project_logos (
  project_id uuid primary key references projects,
  logo_id uuid not null,
  file_type text not null check (file_type in ('png', 'jpeg', 'svg')),
  bytes bytea not null check (octet_length(bytes) between 1 and 65536)
);
select staff_table('project_logos');
