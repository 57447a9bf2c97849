-- Null for a study that came before images were checked on arrival.
alter table studies
  add column images_at timestamptz,
  add column checked_images int,
  -- When a check began; one that was cut off begins again.
  add column check_began_at timestamptz;

-- What a check of the images of a series found when they had come.
create table series_quality (
  project_id uuid not null,
  study_id uuid not null,
  series_uid text collate "C" not null,
  -- By these two a series is compared with earlier ones.
  scanner text not null,
  description text not null,
  images int not null,
  slices int,
  missing_slices int,
  has_uneven_spacing boolean not null,
  spacing_mm real,
  snr real,
  motion_mm real,
  checked_at timestamptz not null default now(),
  primary key (project_id, study_id, series_uid),
  foreign key (project_id, study_id) references studies (project_id, study_id)
);
create index series_quality_history on series_quality (project_id, scanner, description, checked_at desc);
select staff_table('series_quality');
