-- Two records of one person, put together: what hung on the merged record hangs on the kept one, and the merged one counts as deleted.
create table record_merges (
  project_id uuid not null references projects,
  merge_id uuid not null,
  -- Where the merged record is now: the kept one, or another one that this was merged into later.
  patient_id uuid not null,
  kept_id uuid not null,
  -- No reference: the audit trail of the merged record outlives it.
  merged_id uuid not null,
  reason text not null check (reason <> ''),
  -- What the kept record had not, and took from the merged one: names of columns.
  filled text[] not null,
  merged_by uuid not null,
  merged_name text not null,
  merged_at timestamptz not null default now(),
  undone_name text,
  undone_at timestamptz,
  undo_reason text,
  primary key (project_id, merge_id),
  foreign key (project_id, patient_id) references patients,
  check ((undone_at is null) = (undone_name is null) and (undone_at is null) = (undo_reason is null))
);
create unique index record_merges_merged on record_merges (project_id, merged_id) where undone_at is null;
create index record_merges_patient on record_merges (project_id, patient_id);
-- Only the system role writes: a request may not change what is written once, and moving rows between records does.
select scope_table('record_merges', 'patient_id', 'select');

-- Which rows a merge moved, so that an undo moves these back and no others.
create table record_merge_rows (
  project_id uuid not null,
  merge_id uuid not null,
  table_name text not null,
  row_id uuid not null,
  moved_at timestamptz not null default now(),
  primary key (project_id, merge_id, table_name, row_id),
  foreign key (project_id, merge_id) references record_merges on delete cascade
);
create index record_merge_rows_age on record_merge_rows (moved_at);
select system_table('record_merge_rows');

-- The record that the encryption of a file and the seal of a form are bound to, where they have been moved to another one.
alter table files add column bound_patient_id uuid;
alter table form_signatures add column bound_patient_id uuid;

-- A screening and its reviews are moved in two statements of one transaction.
alter table screening_reviews alter constraint screening_reviews_project_id_screening_id_patient_id_fkey deferrable;

-- Audit rows are never rewritten: who reads those of a record reads those of the records that were merged into it.
create policy of_merged on audit_events for select to fornix_app using (
  project_id = current_setting('app.project_id')::uuid
  and patient_id in (select merged_id from record_merges where undone_at is null));
