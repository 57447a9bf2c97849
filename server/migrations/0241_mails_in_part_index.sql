drop index concurrently if exists mail_outbox_in_part;
create index concurrently mail_outbox_in_part on mail_outbox (project_id, mail_id) where status = 'sent' and last_error is not null;
