-- A backup is read by the system role, in one snapshot with the list of the migrations that have run.
grant usage on schema migrations to fornix_system;
grant select on migrations.kysely_migration to fornix_system;
