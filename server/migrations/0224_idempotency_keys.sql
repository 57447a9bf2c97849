-- A change that is sent again because its reply was lost is carried out once: its key, as a hash with all that the request says, and
-- what was answered.
create table idempotency_keys (
  project_id uuid not null references projects,
  person_id uuid not null,
  login_id uuid not null references logins on delete cascade,
  request_hash bytea not null check (octet_length(request_hash) = 32),
  answer jsonb,
  created_at timestamptz not null default clock_timestamp(),
  primary key (project_id, login_id, request_hash)
);
create index idempotency_keys_login on idempotency_keys (login_id);
create index idempotency_keys_created on idempotency_keys (created_at);
select scope_table('idempotency_keys', 'person_id', 'select, insert, update');
create policy care on idempotency_keys as restrictive to fornix_app using ((select is_shared('all')) or is_shared(login_id::text));
