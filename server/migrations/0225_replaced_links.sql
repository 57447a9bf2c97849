-- A link behind which a newer one was sent says so. To a program of the version before it has expired, or its change was stopped.
alter table mailed_tokens add column replaced_at timestamptz;
alter table email_changes add column replaced_at timestamptz;
grant update (replaced_at, stopped_at) on email_changes to fornix_app;
