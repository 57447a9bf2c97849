-- Series that staff wrote into a study from here: patients do not see them, and lists do not count them.
alter table studies add column staff_series text[] not null default '{}';

-- What somebody has measured in a study and not put into a report: each login has its own.
create table measurements (
  project_id uuid not null,
  provider_id uuid not null,
  login_id uuid not null,
  study_id uuid not null,
  shapes jsonb not null,
  saved_at timestamptz not null default now(),
  primary key (project_id, provider_id, login_id, study_id),
  foreign key (project_id, provider_id) references providers (project_id, provider_id),
  foreign key (project_id, study_id) references studies (project_id, study_id)
);
create index measurements_of_study on measurements (project_id, study_id);
select staff_table('measurements');

-- What was put into a report, as the viewer draws it; the report itself lies in the archive. It is never changed: a later one replaces it.
create table measurement_reports (
  project_id uuid not null,
  report_id uuid not null,
  study_id uuid not null,
  provider_id uuid not null,
  author_name text not null,
  series_uid text collate "C" not null,
  instance_uid text collate "C" not null,
  series_number int not null,
  instance_number int not null,
  shapes jsonb not null,
  saved_at timestamptz not null default now(),
  primary key (project_id, report_id),
  foreign key (project_id, provider_id) references providers (project_id, provider_id),
  foreign key (project_id, study_id) references studies (project_id, study_id)
);
create unique index measurement_reports_newest on measurement_reports (project_id, study_id, provider_id, instance_number desc);
select staff_table('measurement_reports', 'select, insert');
