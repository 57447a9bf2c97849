-- What a patient and the care team write to each other. A thread's first message has the thread's id, which the browser makes.
create table care_threads (
  project_id uuid not null,
  thread_id uuid not null,
  patient_id uuid not null,
  subject text not null check (length(subject) between 1 and 200),
  state text not null check (state in ('open', 'answered', 'closed')),
  -- Since when: of an open one, how long it waits, however often the patient writes meanwhile.
  state_at timestamptz not null default clock_timestamp(),
  last_at timestamptz not null default clock_timestamp(),
  primary key (project_id, thread_id),
  unique (project_id, thread_id, patient_id),
  foreign key (project_id, patient_id) references patients (project_id, patient_id)
);
create index care_threads_newest on care_threads (project_id, patient_id, last_at desc);
create index care_threads_states on care_threads (project_id, state, state_at);
select scope_table('care_threads', 'patient_id', 'select, insert');
grant update (state, state_at, last_at) on care_threads to fornix_app;

-- Written once; only when the other side first saw it is added.
create table care_messages (
  project_id uuid not null,
  message_id uuid not null,
  thread_id uuid not null,
  patient_id uuid not null,
  kind text not null default 'message' check (kind in ('message', 'closing')),
  text text not null check (length(text) <= 5000 and (kind = 'closing' or text <> '')),
  by_patient boolean not null,
  written_by uuid not null,
  written_name text not null,
  written_role text not null,
  sent_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz,
  primary key (project_id, message_id),
  -- A thread and its messages are moved in two statements when records are merged.
  foreign key (project_id, thread_id, patient_id) references care_threads (project_id, thread_id, patient_id) deferrable
);
create index care_messages_order on care_messages (project_id, thread_id, sent_at);
create index care_messages_unseen on care_messages (project_id, patient_id) where seen_at is null;
select scope_table('care_messages', 'patient_id', 'select, insert');
grant update (seen_at) on care_messages to fornix_app;
-- Nobody writes as the other side.
create policy as_oneself on care_messages as restrictive for insert to fornix_app
  with check (by_patient = (current_setting('app.patient_id') <> 'any'));

-- Who answers is agreed on as of all other work: in work_items.
alter table work_items drop constraint work_items_kind_check;
alter table work_items add constraint work_items_kind_check
  check (kind in ('screening', 'form', 'request', 'unmatched', 'reimbursement', 'mail', 'invitation', 'message')) not valid;
create trigger care_threads_release after update of state on care_threads
  for each row when (new.state = 'closed') execute function release_work_item('message', 'thread_id');
create trigger care_messages_told after insert or update on care_messages for each row execute function tell_project();

alter table projects add column answer_days int not null default 2;
