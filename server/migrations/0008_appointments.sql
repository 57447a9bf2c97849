create table scanners (
  project_id uuid not null references projects,
  scanner_id uuid not null default gen_random_uuid(),
  name text not null,
  primary key (project_id, scanner_id),
  unique (project_id, name)
);
select scope_table('scanners', null, 'select');

-- One row per project: two admins who save at once are told apart by its version.
create table schedules (
  project_id uuid primary key references projects,
  version int not null default 1
);
select scope_table('schedules', null, 'select, update');

-- Local times of the project's zone; ISO weekdays, 1 is Monday.
create table opening_hours (
  project_id uuid not null references projects,
  weekday int not null check (weekday between 1 and 7),
  opens time not null check (extract(epoch from opens)::int % 1800 = 0),
  closes time not null check (extract(epoch from closes)::int % 1800 = 0),
  check (opens < closes),
  primary key (project_id, weekday, opens)
);
select scope_table('opening_hours');

create table closed_days (
  project_id uuid not null references projects,
  day date not null,
  note text not null default '',
  primary key (project_id, day)
);
select scope_table('closed_days');

-- Every start lies on the half hours of UTC, so that two appointments overlap only if they start at once.
create table appointments (
  project_id uuid not null,
  appointment_id uuid not null,
  patient_id uuid not null,
  scanner_id uuid not null,
  starts_at timestamptz not null check (extract(epoch from starts_at)::bigint % 1800 = 0 and date_trunc('second', starts_at) = starts_at),
  status text not null default 'booked' check (status in ('booked', 'cancelled')),
  -- Grows with every change, for the calendars that hold a copy.
  sequence int not null default 0,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  reminded_at timestamptz,
  primary key (project_id, appointment_id),
  foreign key (project_id, patient_id) references patients (project_id, patient_id),
  foreign key (project_id, scanner_id) references scanners (project_id, scanner_id)
);
create unique index appointments_scanner on appointments (project_id, starts_at, scanner_id) where status = 'booked';
create unique index appointments_own on appointments (project_id, patient_id, starts_at) where status = 'booked';
create index appointments_patient on appointments (project_id, patient_id, starts_at desc);
create index appointments_unreminded on appointments (starts_at) where status = 'booked' and reminded_at is null;
select scope_table('appointments', 'patient_id', 'select, insert, update');

-- What everybody in the project may know: that a scanner is taken, not by whom. Two bookings of one slot meet in this key.
create table taken_slots (
  project_id uuid not null,
  scanner_id uuid not null,
  starts_at timestamptz not null,
  appointment_id uuid not null,
  primary key (project_id, scanner_id, starts_at),
  unique (project_id, appointment_id),
  foreign key (project_id, appointment_id) references appointments (project_id, appointment_id),
  foreign key (project_id, scanner_id) references scanners (project_id, scanner_id)
);
select scope_table('taken_slots', null, 'select, insert, delete');

-- Every project, however it is made, can be booked at once: one scanner, weekdays from 10 to 15.
create function schedule_project(project uuid) returns void language sql as $$
  insert into scanners (project_id, name) values (project, 'Scanner 1');
  insert into schedules (project_id) values (project);
  insert into opening_hours (project_id, weekday, opens, closes) select project, day, '10:00', '15:00' from generate_series(1, 5) day;
$$;
create function schedule_new_project() returns trigger language plpgsql as $$
begin
  perform schedule_project(new.project_id);
  return null;
end $$;
create trigger projects_scheduled after insert on projects for each row execute function schedule_new_project();
select schedule_project(project_id) from projects;

-- A deleted record keeps no scanner.
create function release_appointments() returns trigger language plpgsql as $$
begin
  with released as (
    update appointments set status = 'cancelled', sequence = sequence + 1, changed_at = now()
     where project_id = new.project_id and patient_id = new.patient_id and status = 'booked' and starts_at > now()
    returning project_id, appointment_id
  )
  delete from taken_slots t using released r where (t.project_id, t.appointment_id) = (r.project_id, r.appointment_id);
  return null;
end $$;
create trigger patients_released after update of deleted_at on patients
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function release_appointments();

-- A reminder that waits for the mail server is taken back when its appointment is cancelled or moved.
grant select (status), update (status, last_error) on mail_outbox to fornix_app;
