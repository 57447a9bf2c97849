-- What goes with a caregiver when the record is deleted for good.
drop index concurrently if exists invites_caregiver;
create index concurrently invites_caregiver on invites (project_id, caregiver_id) where caregiver_id is not null;
drop index concurrently if exists sessions_caregiver;
create index concurrently sessions_caregiver on sessions (project_id, caregiver_id) where caregiver_id is not null;
