-- A patient asks the clinic to close the account; an admin deletes the record, or says why not.
create table closure_requests (
  project_id uuid not null,
  patient_id uuid not null,
  -- New with each asking: an answer belongs to one of them.
  request_id uuid not null,
  state text not null check (state in ('open', 'withdrawn', 'declined', 'done')),
  reason text not null check (length(reason) <= 1000),
  asked_at timestamptz not null default now(),
  answer text not null default '' check (length(answer) <= 1000),
  settled_at timestamptz,
  primary key (project_id, patient_id),
  foreign key (project_id, patient_id) references patients (project_id, patient_id)
);
create index closure_requests_open on closure_requests (project_id, asked_at) where state = 'open';
select scope_table('closure_requests', 'patient_id', 'select, insert, update');
-- A patient asks and takes back. The answer is the clinic's.
create policy as_oneself on closure_requests as restrictive to fornix_app using (true)
  with check (current_setting('app.patient_id') = 'any' or (state in ('open', 'withdrawn') and answer = ''));
create trigger closure_requests_release after update of state on closure_requests
  for each row when (new.state <> 'open') execute function release_work_item('closure', 'request_id');
create trigger closure_requests_told after insert or update on closure_requests for each row execute function tell_project();

alter table work_items drop constraint work_items_kind_check;
alter table work_items add constraint work_items_kind_check
  check (kind in ('screening', 'form', 'request', 'unmatched', 'reimbursement', 'mail', 'invitation', 'message', 'closure')) not valid;
