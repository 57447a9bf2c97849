-- Row security for every table. fornix_app serves requests inside one project and, for a patient, inside one record;
-- fornix_system serves sign-in and background jobs. Both are made by the program before the migrations run; neither
-- owns anything nor may bypass row security.
grant usage on schema public to fornix_app, fornix_system;

-- Hides every row outside the caller's project and, where the table belongs to patients, outside the caller's own record.
-- With no scope set, current_setting() fails, and so does the query.
create function scope_table(name regclass, patient_column text default null, rights text default 'select, insert, update, delete')
returns void language plpgsql as $$
declare
  own_project constant text := 'project_id = current_setting(''app.project_id'')::uuid';
  own_record text := '';
  -- A range that is everything for staff and one id for a patient: unlike a list of alternatives, the planner can tell how many
  -- rows it holds, and an index can use it.
  own_range constant text := ' and %1$I >= coalesce(nullif(current_setting(''app.patient_id''), ''any''), ''00000000-0000-0000-0000-000000000000'')::uuid
    and %1$I <= coalesce(nullif(current_setting(''app.patient_id''), ''any''), ''ffffffff-ffff-ffff-ffff-ffffffffffff'')::uuid';
  own_or_none constant text := ' and current_setting(''app.patient_id'') in (''any'', %1$I::text)';
  is_required boolean;
begin
  if patient_column is not null then
    select attnotnull into strict is_required from pg_attribute where attrelid = name and attname = patient_column;
    own_record := format(case when is_required then own_range else own_or_none end, patient_column);
  end if;
  execute format('alter table %s enable row level security, force row level security', name);
  execute format('alter table %s alter column project_id set default current_setting(''app.project_id'')::uuid', name);
  execute format('create policy scope on %s to fornix_app using (%s%s)', name, own_project, own_record);
  execute format('create policy system on %s to fornix_system using (true)', name);
  execute format('grant %s on %s to fornix_app', rights, name);
  execute format('grant select, insert, update, delete on %s to fornix_system', name);
end $$;

-- Hides every row outside the caller's project, and all of them from patients.
create function staff_table(name regclass, rights text default 'select, insert, update, delete') returns void language plpgsql as $$
begin
  perform scope_table(name, null, rights);
  execute format('alter policy scope on %s using (project_id = current_setting(''app.project_id'')::uuid
    and current_setting(''app.patient_id'') = ''any'')', name);
end $$;

-- Tables that know no project, or that no request may read: only sign-in and jobs reach them.
create function system_table(name regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security, force row level security', name);
  execute format('create policy system on %s to fornix_system using (true)', name);
  execute format('grant select, insert, update, delete on %s to fornix_system', name);
end $$;
