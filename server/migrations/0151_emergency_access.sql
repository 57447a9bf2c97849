-- Who opened one record in an emergency, why, until when, and what the review of it found. What is open is asked of this table by the
-- clock of the database; nothing has to be closed by a job.
create table emergency_accesses (
  project_id uuid not null,
  -- Of version 7: ordered by when it was opened.
  emergency_id uuid not null,
  patient_id uuid not null,
  provider_id uuid not null,
  -- The role in which it was opened: it may be another one by the time of the review.
  role text not null,
  reason text not null check (length(reason) between 20 and 500),
  opened_at timestamptz not null default now(),
  until timestamptz not null default now() + interval '1 hour',
  ended_at timestamptz,
  ended_by uuid,
  finding text check (finding in ('justified', 'not_justified', 'follow_up')),
  note text not null default '' check (length(note) <= 500),
  reviewed_by uuid check (reviewed_by <> provider_id),
  reviewed_at timestamptz,
  version int not null default 1,
  primary key (project_id, emergency_id),
  foreign key (project_id, patient_id) references patients (project_id, patient_id),
  foreign key (project_id, provider_id) references providers (project_id, provider_id),
  foreign key (project_id, ended_by) references providers (project_id, provider_id),
  foreign key (project_id, reviewed_by) references providers (project_id, provider_id),
  check (until <= opened_at + interval '1 hour'),
  check ((finding is null) = (reviewed_by is null) and (finding is null) = (reviewed_at is null))
);
create index emergency_accesses_person on emergency_accesses (project_id, provider_id, until);
create index emergency_accesses_patient on emergency_accesses (project_id, patient_id);
create index emergency_accesses_to_review on emergency_accesses (project_id, opened_at) where finding is null;
select staff_table('emergency_accesses', 'select, insert');
-- Who, whose, why and until when are written once.
grant update (ended_at, ended_by, finding, note, reviewed_by, reviewed_at, version) on emergency_accesses to fornix_app;
create trigger emergency_accesses_release after update of finding on emergency_accesses
  for each row when (new.finding is not null) execute function release_work_item('emergency', 'emergency_id');
create trigger emergency_accesses_told after insert or update on emergency_accesses for each row execute function tell_project();

alter table work_items drop constraint work_items_kind_check;
alter table work_items add constraint work_items_kind_check
  check (kind in ('screening', 'form', 'request', 'unmatched', 'reimbursement', 'mail', 'invitation', 'message', 'closure', 'emergency')) not valid;
