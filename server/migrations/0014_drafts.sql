-- Forms that were typed and not sent, sealed with the project's key. To a patient row security shows only their own; among the
-- staff the person and the login in every query, to which the seal is bound as well, keep them apart.
create table drafts (
  project_id uuid not null references projects,
  person_id uuid not null,
  login_id uuid not null references logins on delete cascade,
  form text not null check (octet_length(form) between 1 and 100),
  key_version int not null,
  sealed bytea not null check (octet_length(sealed) <= 65600),
  saved_at timestamptz not null default now(),
  primary key (project_id, person_id, login_id, form),
  foreign key (project_id, key_version) references project_keys (project_id, version)
);
create index drafts_age on drafts (saved_at);
select scope_table('drafts', 'person_id');
