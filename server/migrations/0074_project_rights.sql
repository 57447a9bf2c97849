-- What a project withholds from its providers by their role, and above which amount money needs two people. Without a row: nothing, and never.
create table project_rights (
  project_id uuid primary key references projects,
  -- {"Nurse": ["export"]}
  withheld jsonb not null default '{}',
  two_person_amount numeric(7, 2) check (two_person_amount > 0),
  version int not null,
  changed_by uuid not null,
  changed_name text not null,
  changed_at timestamptz not null default now()
);
select staff_table('project_rights', 'select, insert, update');
