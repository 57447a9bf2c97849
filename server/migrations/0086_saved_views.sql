-- Filters of the patient list that a member of staff keeps under a name of their own. No search text: it may name a patient.
create table saved_views (
  project_id uuid not null,
  view_id uuid not null,
  provider_id uuid not null,
  name text not null check (length(name) between 1 and 40),
  filters jsonb not null,
  created_at timestamptz not null default now(),
  primary key (project_id, view_id),
  foreign key (project_id, provider_id) references providers (project_id, provider_id)
);
create unique index saved_views_name on saved_views (project_id, provider_id, lower(name));
select staff_table('saved_views', 'select, insert, delete');
