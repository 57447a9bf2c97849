-- Deleted records are removed for good after so many years. When the number was changed, nothing is removed for a while, so that a
-- mistake can be taken back; that counts from the second column, which a trigger keeps.
alter table projects
  add column retention_years int not null default 10 check (retention_years between 1 and 100),
  add column retention_set_at timestamptz not null default now();
create function note_retention() returns trigger language plpgsql as $$
begin
  new.retention_set_at := now();
  return new;
end $$;
create trigger projects_retention before update of retention_years on projects for each row
  when (old.retention_years is distinct from new.retention_years) execute function note_retention();

-- Stored files whose rows were removed for good: they are deleted afterwards, also by a process that was started since.
create table file_removals (
  project_id uuid not null references projects,
  storage_key text collate "C" not null,
  removed_at timestamptz not null default now(),
  primary key (project_id, storage_key)
);
create index file_removals_age on file_removals (removed_at);
select system_table('file_removals');

-- What was deleted inside records that live on.
create index files_deleted on files (project_id, deleted_at) where deleted_at is not null;
create index reimbursements_deleted on reimbursements (project_id, deleted_at) where deleted_at is not null;
