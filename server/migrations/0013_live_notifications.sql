-- Tells every node that somebody's notifications changed, and nothing about them: a project, or a project and one provider.
-- It is heard when the transaction commits, and once however many rows it wrote.
create function tell_new_notifications() returns trigger language plpgsql as $$
begin
  perform pg_notify('fornix_live', project_id::text) from (select distinct project_id from new_rows) changed;
  return null;
end $$;
create trigger notifications_told after insert on notifications
  referencing new table as new_rows for each statement execute function tell_new_notifications();

create function tell_read_notifications() returns trigger language plpgsql as $$
begin
  perform pg_notify('fornix_live', new.project_id || ' ' || new.provider_id);
  return null;
end $$;
create trigger notification_cursors_told after insert or update on notification_cursors
  for each row execute function tell_read_notifications();
