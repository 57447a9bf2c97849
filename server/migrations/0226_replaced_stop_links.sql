-- To a program of the version before, a change that was asked for again has expired, and the link that stops it is unknown: with
-- `stopped_at` it said that the change is stopped, while the newer one went on. The link is known by this column still.
alter table email_changes add column replaced_stop_hash bytea;
grant update (replaced_stop_hash, stop_hash, expires_at) on email_changes to fornix_app;
