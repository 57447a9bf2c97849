-- A request that is made again after a decline that is no denial (a form to be signed again, images that are not held) is the same one to
-- the law: its clock goes on where it stopped, with the one extension that it may have had. The days between lay with the patient.
create or replace function start_access_clock() returns trigger language plpgsql as $$
declare
  zone text := (select time_zone from projects where project_id = new.project_id);
  earlier record;
begin
  select status, ground, due_on, decided_at, extended_at, extended_by, extension_reason into earlier
    from access_requests r
   where r.project_id = new.project_id and r.patient_id = new.patient_id and r.study_id = new.study_id and r.requested_at <= new.requested_at
   order by r.requested_at desc, r.request_id desc limit 1;
  if earlier.status = 'declined' and earlier.ground in ('form_incomplete', 'form_signer', 'not_held') then
    new.due_on := earlier.due_on + greatest(0, (new.requested_at at time zone zone)::date - (earlier.decided_at at time zone zone)::date);
    new.extended_at := earlier.extended_at;
    new.extended_by := earlier.extended_by;
    new.extension_reason := earlier.extension_reason;
  else
    new.due_on := (new.requested_at at time zone zone)::date + 30;
  end if;
  if new.status in ('approved', 'declined') then
    new.answered_at := new.decided_at;
  end if;
  return new;
end $$;
