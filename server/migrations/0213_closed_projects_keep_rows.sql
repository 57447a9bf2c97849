-- Deleting a draft or a saved view leaves no audit row: from a project that is closed nobody deletes one either. Jobs, an erased project and
-- whoever signs out everywhere, in other projects too, are not held by it: what they delete here is still where the project has gone.
create function refuse_deleting_while_moving() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7341, hashtext(old.project_id::text));
  if exists (select from project_moves where project_id = old.project_id) then
    raise exception 'this project is closed: it moves to another installation, or has moved' using errcode = 'FXMOV';
  end if;
  return old;
end $$;
create trigger drafts_kept before delete on drafts for each row when (current_user = 'fornix_app') execute function refuse_deleting_while_moving();
create trigger saved_views_kept before delete on saved_views for each row when (current_user = 'fornix_app') execute function refuse_deleting_while_moving();
