-- Who registered by themselves is work for staff until somebody changes the status that confirming the address gave.
-- First the records, then the work, as a program that deletes a record locks them.
create trigger patients_registration_release after update of status, status_comment, deleted_at on patients
  for each row when (old.status_comment = 'Self-registered'
                     and (new.status <> 'Other' or new.status_comment <> 'Self-registered' or new.deleted_at is not null))
  execute function release_work_item('registration', 'patient_id');
create trigger patients_registered_told after insert on patients
  for each row when (new.status_comment = 'Self-registered') execute function tell_project();
create trigger patients_registration_told after update of status, status_comment, deleted_at on patients
  for each row when (old.status_comment = 'Self-registered') execute function tell_project();
alter table work_items drop constraint work_items_kind_check;
alter table work_items add constraint work_items_kind_check
  check (kind in ('screening', 'form', 'countersign', 'request', 'unmatched', 'reimbursement', 'mail', 'registration', 'invitation', 'message', 'closure', 'emergency')) not valid;
