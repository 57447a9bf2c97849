-- Somebody shows again who they are, for one request: asked (a proof without a secret), shown (with one), and taken by the request
-- that it is for, which deletes it in the transaction of what it does.
create table fresh_proofs (
  project_id uuid not null references projects,
  proof_id uuid not null,
  person_id uuid not null,
  login_id uuid not null references logins on delete cascade,
  session_id uuid not null,
  -- Which request: the method and path of its call, a hash of what its address says, and one of all that it says.
  call text not null check (length(call) <= 200),
  address_hash bytea not null check (octet_length(address_hash) = 32),
  input_hash bytea not null check (octet_length(input_hash) = 32),
  -- What a passkey is asked to sign for it, and for nothing else.
  passkey_challenge uuid,
  factor text check (factor in ('pwd', 'oidc', 'passkey', 'otp', 'recovery', 'mail')),
  secret_hash bytea check (octet_length(secret_hash) = 32),
  expires_at timestamptz not null,
  primary key (project_id, proof_id),
  foreign key (project_id, session_id) references sessions on delete cascade,
  check ((factor is null) = (secret_hash is null))
);
create index fresh_proofs_session on fresh_proofs (project_id, session_id);
create index fresh_proofs_login on fresh_proofs (login_id);
create index fresh_proofs_expire on fresh_proofs (expires_at);
-- To a patient row security shows only their own; among the staff the session in every query keeps them apart.
select scope_table('fresh_proofs', 'person_id', 'select, delete');
create policy care on fresh_proofs as restrictive to fornix_app using ((select is_shared('all')) or is_shared(login_id::text));
