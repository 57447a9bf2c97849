-- A withdrawn mail that is queued again counts as written then: for how long it is tried, and whether mails pile up.
grant select (created_at, in_hand_until), update (created_at, next_attempt_at) on mail_outbox to fornix_app;
