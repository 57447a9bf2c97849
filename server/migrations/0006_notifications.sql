-- One row per event; what each person has read is a cursor, not a row per person.
create table notifications (
  project_id uuid not null,
  notification_id uuid not null,
  item_type text not null check (item_type in ('file', 'scan', 'request')),
  patient_id uuid not null,
  item_id text not null,
  created_at timestamptz not null default now(),
  primary key (project_id, notification_id),
  foreign key (project_id, patient_id) references patients (project_id, patient_id)
);
create index notifications_by_type on notifications (project_id, item_type, notification_id);
select scope_table('notifications', 'patient_id');

create table notification_cursors (
  project_id uuid not null,
  provider_id uuid not null,
  read_through uuid not null,
  primary key (project_id, provider_id),
  foreign key (project_id, provider_id) references providers (project_id, provider_id)
);
select staff_table('notification_cursors');
