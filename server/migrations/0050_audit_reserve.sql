-- Space that is there before it is needed: on a disk that is full, reading a record can still be noted, and so shown. Pages fill up
-- with rows that are taken back at once; vacuum frees them, and gives none of them back to the disk.
alter table audit_events set (
  vacuum_truncate = off,
  -- Otherwise the few pages among many would be left as they are.
  vacuum_index_cleanup = on,
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 5000
);
alter table series_openings set (
  vacuum_truncate = off,
  vacuum_index_cleanup = on,
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 500
);

-- For so many events, and a tenth as many first readings of a series.
create function reserve_audit_space(events int) returns void language plpgsql as $$
declare
  -- After every real one, so that they have the pages of the indexes to themselves.
  last_uuid constant text := 'ffffffff-ffff-ffff-ffff-';
begin
  -- Sealed and unsealed ones, for all indexes.
  insert into audit_events (project_id, event_id, actor_role, action, object_id, request_id, seq, hash)
  select project_id, (last_uuid || lpad(to_hex(n), 12, '0'))::uuid, 'system', 'reserve', repeat('x', 64), repeat('x', 64),
         case when n % 2 = 0 then 9e15::bigint + n end, repeat('x', 32)::bytea
    from (select project_id from projects limit 1) p, generate_series(1, events) n;
  insert into series_openings (project_id, session_id, series_uid)
  select (last_uuid || repeat('f', 12))::uuid, (last_uuid || lpad(to_hex(n), 12, '0'))::uuid, repeat('9', 64)
    from generate_series(1, events / 10) n;
  raise sqlstate 'FX001';
exception when sqlstate 'FX001' then
  null;
end $$;
