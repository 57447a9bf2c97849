-- By when a request for access has to be answered (45 CFR 164.524(b)(2)): 30 days, and 30 more when they were asked for once, with the
-- reason. `ground` is why it was declined, by the list of the contract, and `reminded_left` the fewest days before `due_on` of which the
-- admins were reminded, -1 after it. `answered_at` stays when an access that was given is taken back, which overwrites `decided_at`.
alter table access_requests
  add column due_on date,
  add column extended_at timestamptz,
  add column extended_by uuid,
  add column extension_reason text not null default '',
  add column answered_at timestamptz,
  add column ground text,
  add column reminded_left int;

-- Also for a program of the version before.
create function start_access_clock() returns trigger language plpgsql as $$
begin
  new.due_on := (new.requested_at at time zone (select time_zone from projects where project_id = new.project_id))::date + 30;
  if new.status in ('approved', 'declined') then
    new.answered_at := new.decided_at;
  end if;
  return new;
end $$;
create trigger access_requests_clock before insert on access_requests for each row execute function start_access_clock();
create function stop_access_clock() returns trigger language plpgsql as $$
begin
  new.answered_at := new.decided_at;
  return new;
end $$;
create trigger access_requests_answered before update of status on access_requests
  for each row when (old.status = 'pending' and new.status <> 'pending') execute function stop_access_clock();

update access_requests r
   set due_on = (r.requested_at at time zone p.time_zone)::date + 30,
       answered_at = case when r.status in ('approved', 'declined') then r.decided_at end
  from projects p where p.project_id = r.project_id;

-- What a notification says beside its kind; empty where the kind says it all.
alter table notifications add column note text not null default '';
