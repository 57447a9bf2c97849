-- Somebody who acts for a patient, in the areas that were shared and until a day of the site. The link in the invitation makes the
-- login theirs; `ended_at` ends it at once. Who acted stays named in the access log as long as the record is kept.
create table caregivers (
  project_id uuid not null,
  caregiver_id uuid not null,
  patient_id uuid not null,
  login_id uuid references logins,
  first_name text not null,
  last_name text not null,
  email text not null,
  email_key text collate "C" not null,
  relationship text not null check (length(relationship) between 1 and 60),
  areas text[] not null check (cardinality(areas) > 0 and areas <@ '{visits,files,images,money}'),
  until date not null,
  invited_by uuid not null,
  invited_name text not null,
  invited_at timestamptz not null default now(),
  accepted_at timestamptz,
  ended_at timestamptz,
  ended_by text check (ended_by in ('patient', 'clinic', 'caregiver')),
  primary key (project_id, caregiver_id),
  foreign key (project_id, patient_id) references patients (project_id, patient_id),
  check ((accepted_at is null) = (login_id is null)),
  check ((ended_at is null) = (ended_by is null))
);
create unique index caregivers_address on caregivers (project_id, patient_id, email_key) where ended_at is null;
create index caregivers_login on caregivers (login_id) where ended_at is null;
select scope_table('caregivers', 'patient_id', 'select, insert, update');

-- An invitation is of one of the three. An older program finds no record behind that of a caregiver, and refuses it.
alter table invites add column caregiver_id uuid;
alter table invites drop constraint invites_check;
alter table invites add constraint invites_of_one check (num_nonnulls(patient_id, provider_id, caregiver_id) = 1) not valid;
alter table invites add constraint invites_of_caregiver foreign key (project_id, caregiver_id)
  references caregivers (project_id, caregiver_id) on delete cascade not valid;

-- A session is of one of the four. An older program finds nobody behind that of a caregiver, and lets nobody in.
alter table sessions add column caregiver_id uuid;
alter table sessions drop constraint sessions_of_one;
alter table sessions add constraint sessions_of_one
  check (num_nonnulls(patient_id, provider_id, registration_id, caregiver_id) = 1) not valid;
alter table sessions add constraint sessions_of_caregiver foreign key (project_id, caregiver_id)
  references caregivers (project_id, caregiver_id) on delete cascade not valid;
