-- An invitation to the record that it belongs to. Only the SHA-256 of its secret is kept, and it works once: a used, replaced
-- or expired one stays, so that its link can say what became of it.
create table invites (
  project_id uuid not null references projects,
  invite_id uuid not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  patient_id uuid,
  provider_id uuid,
  -- The address that it was sent to.
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  replaced_at timestamptz,
  primary key (project_id, invite_id),
  foreign key (project_id, patient_id) references patients (project_id, patient_id),
  foreign key (project_id, provider_id) references providers (project_id, provider_id),
  check ((patient_id is null) <> (provider_id is null))
);
create index invites_secret on invites (token_hash);
create index invites_patient on invites (project_id, patient_id);
create index invites_provider on invites (project_id, provider_id);
select staff_table('invites', 'select, insert, update');

-- A sign-in with an identity provider that began at an invitation: between its first step and the one that uses the invitation.
create table invite_sign_ins (
  project_id uuid not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  invite_id uuid not null,
  issuer text not null,
  subject text not null,
  email text not null,
  session_id uuid,
  created_at timestamptz not null default now(),
  primary key (project_id, token_hash),
  foreign key (project_id, invite_id) references invites (project_id, invite_id) on delete cascade
);
create index invite_sign_ins_token on invite_sign_ins (token_hash);
create index invite_sign_ins_session on invite_sign_ins (project_id, session_id);
create index invite_sign_ins_age on invite_sign_ins (created_at);
select system_table('invite_sign_ins');

-- A new address of a provider waits here until it is confirmed from there, as a patient's does.
alter table providers add column if not exists pending_email text not null default '';

-- The links that confirm a new address; again only their SHA-256.
create table email_changes (
  project_id uuid not null references projects,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  patient_id uuid,
  provider_id uuid,
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (project_id, token_hash),
  foreign key (project_id, patient_id) references patients (project_id, patient_id),
  foreign key (project_id, provider_id) references providers (project_id, provider_id),
  check ((patient_id is null) <> (provider_id is null))
);
create index email_changes_secret on email_changes (token_hash);
create index email_changes_patient on email_changes (project_id, patient_id);
create index email_changes_provider on email_changes (project_id, provider_id);
select scope_table('email_changes', 'patient_id', 'select, insert, delete');
