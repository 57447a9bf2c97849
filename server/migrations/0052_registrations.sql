-- A registration that nobody has confirmed is no patient: it lies here, for 72 hours. Once its address is proven it becomes the
-- record of a patient with the same id.
create table registrations (
  project_id uuid not null references projects,
  registration_id uuid not null,
  -- The unproven login that came with it; null where the address has an account already, which decides.
  login_id uuid references logins on delete cascade,
  email text not null,
  email_key text collate "C" not null,
  first_name text not null,
  last_name text not null,
  mobile_number text not null,
  address_1 text not null,
  address_2 text not null,
  city text not null,
  state text not null,
  zip_code text not null,
  created_at timestamptz not null default now(),
  primary key (project_id, registration_id),
  unique (project_id, email_key)
);
create index registrations_login on registrations (login_id);
create index registrations_age on registrations (project_id, created_at);
select staff_table('registrations', 'select, delete');

-- The session of a registration has no record yet.
alter table sessions add column registration_id uuid;
alter table sessions add constraint sessions_of_registration foreign key (project_id, registration_id)
  references registrations (project_id, registration_id) on delete cascade not valid;
alter table sessions drop constraint sessions_check;
alter table sessions add constraint sessions_of_one check (num_nonnulls(patient_id, provider_id, registration_id) = 1) not valid;

-- Which registration a mailed link confirms.
alter table mailed_tokens add column registration_id uuid;

-- Logins of before whose address was never proven, and that a record belongs to: what was attached to them may be a stranger's.
-- From here on the only way in is a link that is mailed to the address.
do $$
declare
  doubtful uuid[] := array(
    select login_id from logins l where email_verified_at is null and email_key not like 'invited:%'
       and (exists (select from patients p where p.login_id = l.login_id) or exists (select from providers v where v.login_id = l.login_id)));
begin
  delete from drafts where login_id = any (doubtful);
  delete from known_devices where login_id = any (doubtful);
  delete from identities where login_id = any (doubtful);
  delete from mailed_tokens where login_id = any (doubtful);
  update sessions set revoked_at = coalesce(revoked_at, now()) where login_id = any (doubtful);
  update logins set password_hash = null, email_verified_at = now() where login_id = any (doubtful);
end $$;
