-- A new address that moved the login is undone from the old one for some days, since whoever knew the password may have changed it:
-- what was before, whether the login followed, and the second link of the old address, in the mail that tells of the change.
-- Of changes from before the upgrade none is known, and none is undone.
alter table email_changes
  add column old_email text,
  add column moved_login boolean not null default false,
  add column undo_hash bytea;
