-- Somebody who has lost every second factor is let back in by two of the staff who see them, after a waiting time. Of the login, which may be
-- in several projects.
create table account_recoveries (
  recovery_id uuid primary key,
  login_id uuid not null references logins on delete cascade,
  -- Of the code that the staff type, and of the one that its person keeps to the end.
  visit_hash bytea not null unique check (octet_length(visit_hash) = 32),
  own_hash bytea not null check (octet_length(own_hash) = 32),
  started_at timestamptz not null default clock_timestamp(),
  -- Until when it can be confirmed; of one that is confirmed, until when it can be used.
  expires_at timestamptz not null,
  -- How often what the staff type may differ from the record.
  tries_left int not null default 5,
  -- The end of the waiting time, once two have confirmed it.
  opens_at timestamptz,
  told_at timestamptz,
  -- In which the own code was given: there new factors are set up.
  session_id uuid,
  ended_at timestamptz,
  outcome text check (outcome in ('used', 'stopped', 'factor', 'replaced', 'mismatch', 'operator')),
  check ((ended_at is null) = (outcome is null)),
  check (session_id is null or opens_at is not null)
);
create unique index account_recoveries_open on account_recoveries (login_id) where ended_at is null;
create index account_recoveries_login on account_recoveries (login_id);
create index account_recoveries_expire on account_recoveries (expires_at);
select system_table('account_recoveries');

-- Who confirmed it, by name as it was; nobody twice, in whichever of their roles and projects.
create table recovery_witnesses (
  recovery_id uuid not null references account_recoveries on delete cascade,
  login_id uuid not null,
  of_project uuid not null,
  provider_id uuid not null,
  name text not null,
  document text not null check (document in ('driver_license', 'state_id', 'passport', 'other')),
  confirmed_at timestamptz not null default clock_timestamp(),
  primary key (recovery_id, login_id)
);
select system_table('recovery_witnesses');

-- The links in the mails about it, which stop it.
create table recovery_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  recovery_id uuid not null references account_recoveries on delete cascade
);
create index recovery_links_recovery on recovery_links (recovery_id);
select system_table('recovery_links');

-- Where a login or one of its records was mailed before: whoever changed the address does not keep the mails about a recovery to themselves.
create table former_addresses (
  login_id uuid not null references logins on delete cascade,
  email text not null,
  left_at timestamptz not null default clock_timestamp(),
  primary key (login_id, email)
);
create index former_addresses_left on former_addresses (left_at);
select system_table('former_addresses');

-- Between the second confirmation and the new factor.
alter table projects add column two_step_recovery_hours int not null default 48;
-- Set up behind a recovery: neither a reset by email nor a link in a mail takes it away, or the mailbox would be the account.
alter table login_factors add column witnessed boolean not null default false;
