-- What waits is little among much: each section of the work queue reads one of these, the oldest first.
drop index concurrently if exists screenings_by_time;
create index concurrently screenings_by_time on screenings (project_id, filled_at);
drop index concurrently if exists reimbursements_open;
create index concurrently reimbursements_open on reimbursements (project_id, created_at, patient_id)
  where deleted_at is null and status not in ('Paid', 'Rejected');
drop index concurrently if exists mail_outbox_failed;
create index concurrently mail_outbox_failed on mail_outbox (project_id, mail_id) where status = 'failed';
drop index concurrently if exists invites_open;
create index concurrently invites_open on invites (project_id, created_at) where used_at is null and replaced_at is null;
