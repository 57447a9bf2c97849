-- Who of the staff takes a piece of work that waits, and by when. What waits is read from its own tables; a row here is only what
-- people agreed on about it.
create table work_items (
  project_id uuid not null,
  kind text not null check (kind in ('screening', 'form', 'request', 'unmatched', 'reimbursement', 'mail', 'invitation')),
  -- The screening, visit, request, study, reimbursement, email or invitation.
  item_id uuid not null,
  -- Whom it concerns, as far as that is somebody's record.
  patient_id uuid,
  assignee_id uuid,
  due_on date,
  version int not null default 1,
  changed_at timestamptz not null default now(),
  primary key (project_id, kind, item_id),
  foreign key (project_id, patient_id) references patients (project_id, patient_id),
  foreign key (project_id, assignee_id) references providers (project_id, provider_id)
);
create index work_items_patient on work_items (project_id, patient_id);
create index work_items_assignee on work_items (project_id, assignee_id);
select staff_table('work_items');

-- Whoever finishes a piece of work releases it. What a patient finishes stays, unseen, until it expires.
create function release_work_item() returns trigger language plpgsql as $$
begin
  delete from work_items
   where project_id = new.project_id and kind = tg_argv[0] and item_id = (to_jsonb(new) ->> tg_argv[1])::uuid;
  return null;
end $$;
create trigger screening_reviews_release after insert on screening_reviews
  for each row when (new.decision <> 'to_be_clarified') execute function release_work_item('screening', 'screening_id');
create trigger appointments_release after update of status on appointments
  for each row when (new.status = 'cancelled') execute function release_work_item('form', 'appointment_id');
create trigger access_requests_release after update of status on access_requests
  for each row when (new.status <> 'pending') execute function release_work_item('request', 'request_id');
create trigger study_matching_release after update of state on study_matching
  for each row when (new.state <> 'open') execute function release_work_item('unmatched', 'study_id');
create trigger reimbursements_release after update of status, deleted_at on reimbursements
  for each row when (new.deleted_at is not null or new.status in ('Paid', 'Rejected'))
  execute function release_work_item('reimbursement', 'reimbursement_id');
create trigger invites_release after update of used_at, replaced_at on invites
  for each row when (new.used_at is not null or new.replaced_at is not null)
  execute function release_work_item('invitation', 'invite_id');

-- Open work queues are told that something changed, as the bell is: when the transaction commits, and nothing of what it was.
create function tell_project() returns trigger language plpgsql as $$
begin
  perform pg_notify('fornix_live', coalesce(new.project_id, old.project_id)::text);
  return null;
end $$;
create trigger work_items_told after insert or update or delete on work_items for each row execute function tell_project();
create trigger screenings_told after insert on screenings for each row execute function tell_project();
create trigger screening_reviews_told after insert on screening_reviews for each row execute function tell_project();
create trigger visit_steps_told after insert on visit_steps for each row execute function tell_project();
create trigger access_requests_told after update of status on access_requests for each row execute function tell_project();
create trigger study_matching_told after insert or update of state on study_matching for each row execute function tell_project();
create trigger reimbursements_told after insert or update of status, deleted_at on reimbursements
  for each row execute function tell_project();
