-- What proves beside the password that a login is its person. A factor is of the login: one person may be in several projects.
create table login_factors (
  factor_id uuid primary key,
  login_id uuid not null references logins on delete cascade,
  kind text not null check (kind in ('passkey', 'totp')),
  name text not null check (length(name) between 1 and 60),
  credential_id text collate "C" unique,
  public_key bytea,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  -- The secret of an authenticator app, sealed with the key of the project in which it was added.
  sealed bytea,
  key_project uuid,
  key_version int,
  -- The last 30 seconds whose code was taken: none counts twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  check (case kind when 'passkey' then num_nulls(credential_id, public_key) = 0 else num_nulls(sealed, key_project, key_version) = 0 end)
);
create index login_factors_login on login_factors (login_id);
create unique index login_factors_one_app on login_factors (login_id) where kind = 'totp';
select system_table('login_factors');

create table recovery_codes (
  code_hash bytea primary key check (octet_length(code_hash) = 32),
  login_id uuid not null references logins on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index recovery_codes_login on recovery_codes (login_id);
select system_table('recovery_codes');

-- What was asked of somebody and is answered once: a passkey's signature, the first code of an app, a mailed code. Without a login
-- it is asked of whoever signs in with a passkey.
create table factor_challenges (
  challenge_id uuid primary key,
  login_id uuid references logins on delete cascade,
  purpose text not null check (purpose in ('sign_in', 'prove', 'add_passkey', 'add_totp', 'mail')),
  challenge text not null default '',
  sealed bytea,
  key_project uuid,
  key_version int,
  tries_left int not null default 1,
  expires_at timestamptz not null
);
create index factor_challenges_login on factor_challenges (login_id);
create index factor_challenges_expire on factor_challenges (expires_at);
select system_table('factor_challenges');

-- How a session was proven: pwd, oidc, passkey, otp, recovery, mail. One of an older program says nothing, which counts as one factor.
alter table sessions add column amr text[] not null default '{}';
-- What the identity provider said of its own checks: acr and amr, each with its name before it.
alter table sessions add column idp_claims text[] not null default '{}';
-- When the person last showed who it is.
alter table sessions add column proven_at timestamptz not null default now();

-- Which roles need two factors: null leaves it to the program, which asks staff in production. From `since` on there is a grace period.
alter table projects add column two_step_roles text[];
alter table projects add column two_step_since date not null default current_date;
alter table projects add column two_step_grace_days int not null default 14;
-- Whether a mailed code is enough for somebody who has set up nothing else.
alter table projects add column two_step_mail boolean not null default false;
-- What the identity provider may say for its sign-in to count as two factors, and what it is asked for.
alter table projects add column two_step_acr text[] not null default '{}';
alter table projects add column two_step_amr text[] not null default '{}';
