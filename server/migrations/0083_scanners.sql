-- Scanners that admins manage: where patients are told to go, in which order they are given out, and whether they are at all.
alter table scanners
  add column room text not null default '',
  add column in_service boolean not null default true,
  add column position int not null default 0;
grant insert, update, delete on scanners to fornix_app;
-- A booking holds its scanner's row while it claims a time, also one by a patient, so they have to see it for update, and change nothing.
create policy added_by_staff on scanners as restrictive for insert to fornix_app
  with check (current_setting('app.patient_id') = 'any');
create policy changed_by_staff on scanners as restrictive for update to fornix_app
  with check (current_setting('app.patient_id') = 'any');
create policy removed_by_staff on scanners as restrictive for delete to fornix_app
  using (current_setting('app.patient_id') = 'any');

-- Open day sheets are told that something changed, as open work queues are.
create trigger appointments_told after insert or update of starts_at, status, scanner_id on appointments
  for each row execute function tell_project();
create trigger scanners_told after update or delete on scanners for each row execute function tell_project();
-- But of the first one, which comes with its project.
create trigger scanners_added after insert on scanners for each row when (new.position > 0) execute function tell_project();
