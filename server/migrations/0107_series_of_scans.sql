-- A link may name a scan by the series that lists name it by.
drop index concurrently if exists studies_series;
create index concurrently studies_series on studies (project_id, series_uid);
