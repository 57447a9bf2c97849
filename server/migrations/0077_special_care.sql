-- Records that are watched: a public figure, a colleague, somebody who was threatened. Why is for admins only.
create table special_care (
  project_id uuid not null,
  patient_id uuid not null,
  reason text not null,
  marked_by uuid not null,
  marked_at timestamptz not null default now(),
  primary key (project_id, patient_id),
  foreign key (project_id, patient_id) references patients (project_id, patient_id),
  foreign key (project_id, marked_by) references providers (project_id, provider_id)
);
select staff_table('special_care');

-- Who opened such a record, once for each person and hour: what admins are told and mailed of.
create table special_care_openings (
  project_id uuid not null,
  patient_id uuid not null,
  reader_id uuid not null,
  -- An hour of UTC.
  hour timestamptz not null,
  -- Of version 7, as those of notifications, among which it is read.
  opening_id uuid not null,
  opened_at timestamptz not null,
  mailed_at timestamptz,
  primary key (project_id, patient_id, reader_id, hour),
  foreign key (project_id, patient_id) references patients (project_id, patient_id),
  foreign key (project_id, reader_id) references providers (project_id, provider_id)
);
create index special_care_openings_newest on special_care_openings (project_id, opening_id);
create index special_care_openings_unmailed on special_care_openings (opened_at) where mailed_at is null;
select staff_table('special_care_openings', 'select, insert');
create trigger special_care_openings_told after insert on special_care_openings for each row execute function tell_project();

-- On the audit row, because every way to a record leaves one: no call can forget to tell.
create function note_special_care() returns trigger language plpgsql as $$
begin
  insert into special_care_openings (project_id, patient_id, reader_id, hour, opening_id, opened_at)
    select new.project_id, new.patient_id, new.actor_id, date_trunc('hour', new.at, 'UTC'),
           (lpad(to_hex((extract(epoch from new.at) * 1000)::bigint), 12, '0') || '7'
             || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid, new.at
      from special_care s where s.project_id = new.project_id and s.patient_id = new.patient_id
  on conflict do nothing;
  return null;
end $$;
create trigger audit_events_special_care after insert on audit_events for each row
  when (new.patient_id is not null and new.actor_id is not null and new.action not in ('refused', 'special_care.mark', 'special_care.unmark', 'unusual_access.decide')
        and new.actor_role in ('Physician', 'MRI-Tech', 'Nurse', 'Admin', 'SuperAdmin'))
  execute function note_special_care();
