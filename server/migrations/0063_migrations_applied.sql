-- The runner names its table migrations.applied; a view with the name that it had serves programs from before.
grant select on migrations.applied to fornix_system;
grant select on migrations.kysely_migration to fornix_system;
