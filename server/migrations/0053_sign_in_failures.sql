-- Sessions that came from one sign-in by changes of project. Null: of an older program, a family of its own.
alter table sessions add column family_id uuid;

-- Wrong passwords in a row by the hash of the name that was typed, whether it exists or not, and by the place that they came
-- from: a device that the owner has used, or a network address.
create table sign_in_failures (
  name_hash bytea not null,
  place text collate "C" not null,
  is_known boolean not null,
  failures int not null,
  blocked_until timestamptz,
  last_at timestamptz not null default now(),
  primary key (name_hash, place)
);
select system_table('sign_in_failures');
