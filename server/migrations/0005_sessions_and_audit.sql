create table sessions (
  project_id uuid not null references projects,
  session_id uuid not null,
  login_id uuid not null references logins,
  audience text not null check (audience in ('patient', 'operator', 'admin')),
  patient_id uuid,
  provider_id uuid,
  generation int not null default 1,
  rotated_at timestamptz not null default now(),
  device text not null default '',
  focus_patient_id uuid,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (project_id, session_id),
  foreign key (project_id, patient_id) references patients (project_id, patient_id),
  foreign key (project_id, provider_id) references providers (project_id, provider_id),
  check ((patient_id is null) <> (provider_id is null))
);
create index sessions_login on sessions (login_id) where revoked_at is null;
select system_table('sessions');

-- Links that were mailed: only their SHA-256 is kept, and each works once.
create table mailed_tokens (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('verify_email', 'reset_password')),
  login_id uuid not null references logins on delete cascade,
  email text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index mailed_tokens_login on mailed_tokens (login_id, purpose);
select system_table('mailed_tokens');

-- Identity-provider tokens that were shown here, so that none works twice for the same step.
create table seen_identity_tokens (
  token_hash bytea not null,
  step text not null,
  seen_at timestamptz not null default now(),
  primary key (token_hash, step)
);
select system_table('seen_identity_tokens');

-- The layout that rate-limiter-flexible expects.
create table rate_limits (key varchar(255) primary key, points integer not null default 0, expire bigint);
select system_table('rate_limits');

-- Append-only for requests. seq, previous and hash are filled in by the sealing job (see platform/audit-seal.ts).
create table audit_events (
  project_id uuid not null references projects,
  event_id uuid not null,
  at timestamptz not null default now(),
  actor_id uuid,
  actor_role text not null,
  action text not null,
  patient_id uuid,
  object_id text not null default '',
  request_id text not null,
  result text not null default 'ok',
  seq bigint,
  hash bytea,
  primary key (project_id, event_id)
);
create index audit_events_unsealed on audit_events (project_id, event_id) where seq is null;
create unique index audit_events_chain on audit_events (project_id, seq) where seq is not null;
create index audit_events_patient on audit_events (project_id, patient_id, event_id);
select scope_table('audit_events', 'patient_id', 'select, insert');
revoke delete, update on audit_events from fornix_system;
grant update (seq, hash) on audit_events to fornix_system;

create table audit_heads (
  project_id uuid primary key references projects,
  seq bigint not null,
  hash bytea not null
);
select system_table('audit_heads');
