-- A project that moves to another installation is closed from here on: nobody reads or writes in it, here. No row: it is open.
create table project_moves (
  project_id uuid primary key references projects,
  move_id uuid not null,
  closed_at timestamptz not null default now(),
  -- When its people were told that it would be back.
  back_at timestamptz not null,
  -- Where it is since. Null while it is on its way.
  moved_to text check (moved_to ~ '^https?://'),
  erased_at timestamptz check (erased_at is null or moved_to is not null)
);
select scope_table('project_moves', null, 'select');

-- Every call that changes something leaves a row in the audit trail, or writes into one of these tables. A request that was let in before
-- the project was closed ends before the copy begins, or is refused here: `locks.moving` is held until its transaction ends.
create function refuse_while_moving() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7341, hashtext(new.project_id::text));
  if exists (select from project_moves where project_id = new.project_id) then
    raise exception 'this project is closed: it moves to another installation, or has moved' using errcode = 'FXMOV';
  end if;
  return new;
end $$;
create trigger audit_events_open before insert on audit_events for each row execute function refuse_while_moving();
create trigger drafts_open before insert or update on drafts for each row execute function refuse_while_moving();
create trigger saved_views_open before insert or update on saved_views for each row execute function refuse_while_moving();
create trigger notification_cursors_open before insert or update on notification_cursors for each row execute function refuse_while_moving();
create trigger patient_news_cursors_open before insert or update on patient_news_cursors for each row execute function refuse_while_moving();

-- A request that comes from elsewhere keeps the days that it came with.
create or replace trigger access_requests_clock before insert on access_requests for each row when (new.due_on is null) execute function start_access_clock();
