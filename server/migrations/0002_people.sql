create table projects (
  project_id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z][a-z0-9-]{1,40}$'),
  name text not null,
  host text unique,
  time_zone text not null default 'America/New_York',
  accepts_registrations boolean not null default true,
  contact jsonb not null default '{"address": "", "email": "", "phone": "", "social": []}',
  created_at timestamptz not null default now()
);
select scope_table('projects', null, 'select, update');

-- Counted by triggers, so that an unfiltered list knows its total without reading all rows.
create table project_totals (
  project_id uuid primary key references projects,
  patients bigint not null default 0
);
select scope_table('project_totals');

-- A login is a person of the whole deployment: it may have a record in several projects.
create table logins (
  login_id uuid primary key,
  email text not null,
  email_key text collate "C" not null unique,
  username text collate "C" unique,
  password_hash text,
  email_verified_at timestamptz,
  failed_attempts int not null default 0,
  blocked_until timestamptz,
  last_project_id uuid references projects,
  created_at timestamptz not null default now()
);
select system_table('logins');

create table identities (
  issuer text not null,
  subject text not null,
  login_id uuid not null references logins on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index identities_login on identities (login_id);
select system_table('identities');

-- A browser that a login has used before: somebody else's failures do not lock it out.
create table known_devices (
  login_id uuid not null references logins on delete cascade,
  device_hash bytea not null,
  last_seen_at timestamptz not null default now(),
  primary key (login_id, device_hash)
);
select system_table('known_devices');

create table providers (
  project_id uuid not null references projects,
  provider_id uuid not null,
  code text collate "C" not null,
  login_id uuid references logins,
  role text not null check (role in ('Physician', 'MRI-Tech', 'Nurse', 'Admin', 'SuperAdmin')),
  register_status text not null default 'Invited' check (register_status in ('Invited', 'Registered')),
  email text not null,
  email_key text collate "C" not null,
  first_name text not null,
  last_name text not null,
  mobile_number text not null default '',
  age int,
  gender text not null default '',
  race text not null default '',
  address_1 text not null default '',
  address_2 text not null default '',
  city text not null default '',
  state text not null default '',
  zip_code text not null default '',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (project_id, provider_id),
  unique (project_id, code)
);
create unique index providers_email on providers (project_id, email_key) where deleted_at is null;
create index providers_login on providers (login_id) where deleted_at is null;
select staff_table('providers');

create table patients (
  project_id uuid not null references projects,
  patient_id uuid not null,
  code text collate "C" not null,
  login_id uuid references logins,
  email text not null,
  email_key text collate "C" not null,
  pending_email text not null default '',
  first_name text not null,
  last_name text not null,
  last_key text collate "C" not null,
  first_key text collate "C" not null,
  mobile_number text not null default '',
  address_1 text not null default '',
  address_2 text not null default '',
  city text not null default '',
  state text not null default '',
  zip_code text not null default '',
  dob date,
  age int,
  gender text not null default '',
  race text not null default '',
  mrn_number text not null default '',
  physician_name text not null default '',
  physician_id uuid,
  patient_type text not null default 'Volunteer' check (patient_type in ('Volunteer', 'Patient')),
  indication text[] not null default '{}',
  status text not null check (status in ('Accepted', 'Rejected', 'Scanned', 'Withdrawn', 'On Hold', 'Screened', 'Pending Invite', 'Other')),
  status_comment text not null default '',
  priority text not null default '',
  md_review text not null default '',
  full_coverage text not null default '',
  recruitment_source text not null default '',
  other_recruitment_source text not null default '',
  additional_comments text not null default '',
  neck_length text not null default '',
  head_circumference text not null default '',
  pregnant_or_nursing text not null default '',
  birth_control_pills text not null default '',
  travel_restrictions text not null default '',
  participating_in_research text not null default '',
  previous_history text not null default '',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (project_id, patient_id),
  unique (project_id, code),
  foreign key (project_id, physician_id) references providers (project_id, provider_id)
);
create unique index patients_email on patients (project_id, email_key) where deleted_at is null;
create unique index patients_mrn on patients (project_id, mrn_number) where deleted_at is null and mrn_number <> '';
create index patients_by_name on patients (project_id, last_key, first_key, patient_id) where deleted_at is null;
create index patients_login on patients (login_id) where deleted_at is null;
select scope_table('patients', 'patient_id');

-- One row per word that finds a patient: each word of the name, the e-mail, the patient id, the MRN; folded to lower
-- case without accents. Trigram and full-text operators are not leakproof, so row security would keep them off an index.
create table patient_words (
  project_id uuid not null,
  word text collate "C" not null,
  patient_id uuid not null,
  primary key (project_id, word, patient_id),
  foreign key (project_id, patient_id) references patients (project_id, patient_id) on delete cascade
);
create index patient_words_patient on patient_words (project_id, patient_id);
select scope_table('patient_words', 'patient_id');

create table patient_notes (
  project_id uuid not null,
  patient_id uuid not null,
  note_id uuid not null,
  text text not null,
  author text not null,
  author_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (project_id, patient_id, note_id),
  foreign key (project_id, patient_id) references patients (project_id, patient_id)
);
select staff_table('patient_notes', 'select, insert');

create table patient_status_history (
  project_id uuid not null,
  patient_id uuid not null,
  change_id uuid not null,
  status text not null,
  comment text not null default '',
  author text not null,
  created_at timestamptz not null default now(),
  primary key (project_id, patient_id, change_id),
  foreign key (project_id, patient_id) references patients (project_id, patient_id)
);
select scope_table('patient_status_history', 'patient_id', 'select, insert');

-- Statement-level, so that a seed of 100,000 rows costs one count.
create function count_patients() returns trigger language plpgsql as $$
begin
  insert into project_totals (project_id, patients)
    select project_id, sum(living) from (
      select project_id, 1 as living from after_rows where deleted_at is null
      union all select project_id, -1 from before_rows where deleted_at is null
    ) changes group by project_id having sum(living) <> 0
    on conflict (project_id) do update set patients = project_totals.patients + excluded.patients;
  return null;
end $$;
create function count_new_patients() returns trigger language plpgsql as $$
begin
  insert into project_totals (project_id, patients)
    select project_id, count(*) from after_rows where deleted_at is null group by project_id
    on conflict (project_id) do update set patients = project_totals.patients + excluded.patients;
  return null;
end $$;
create trigger patients_counted after update on patients
  referencing old table as before_rows new table as after_rows for each statement execute function count_patients();
create trigger new_patients_counted after insert on patients
  referencing new table as after_rows for each statement execute function count_new_patients();
