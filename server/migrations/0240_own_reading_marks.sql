-- Up to when a patient, or one of the caregivers, has read a thread; `care_messages.seen_at` says when the first of them did.
create table care_readings (
  project_id uuid not null,
  reading_id uuid not null default gen_random_uuid(),
  patient_id uuid not null,
  thread_id uuid not null,
  -- Null: the patient.
  caregiver_id uuid,
  read_through timestamptz not null,
  primary key (project_id, reading_id),
  unique nulls not distinct (project_id, thread_id, caregiver_id),
  -- A thread and its marks are moved in two statements when records are merged.
  foreign key (project_id, thread_id, patient_id) references care_threads (project_id, thread_id, patient_id) deferrable,
  foreign key (project_id, caregiver_id) references caregivers (project_id, caregiver_id) on delete cascade
);
create index care_readings_of_record on care_readings (project_id, patient_id);
create index care_readings_of_caregiver on care_readings (project_id, caregiver_id);
select scope_table('care_readings', 'patient_id', 'select, insert, update');
-- A caregiver has the own marks, and nobody makes one for somebody else.
create policy care on care_readings as restrictive to fornix_app
  using ((select is_shared('all')) or ((select is_shared('files')) and is_shared(caregiver_id::text)))
  with check (caregiver_id::text is not distinct from case when is_shared('all') then null else split_part(current_setting('app.care'), ' ', 1) end);

-- Until now, what one of them had read was read for all.
insert into care_readings (project_id, patient_id, thread_id, caregiver_id, read_through)
select m.project_id, m.patient_id, m.thread_id, r.caregiver_id, max(m.sent_at)
  from care_messages m
  join lateral (
    select null::uuid as caregiver_id
    union all
    select c.caregiver_id from caregivers c
     where c.project_id = m.project_id and c.patient_id = m.patient_id and c.ended_at is null
  ) r on true
 where not m.by_patient and m.seen_at is not null
 group by m.project_id, m.patient_id, m.thread_id, r.caregiver_id;
