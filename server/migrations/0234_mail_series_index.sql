drop index concurrently if exists mail_outbox_series;
create index concurrently mail_outbox_series on mail_outbox (project_id, series, series_no) where series is not null;
