/** A WAL segment's number from its file name (PostgreSQL 30.6): the last 16 of its 24 hex digits count up. */
const segmentOf = (file: string) => `(
  ('x' || substr(${file}, 9, 8))::bit(32)::bigint * (4294967296 / pg_size_bytes(current_setting('wal_segment_size')))
  + ('x' || substr(${file}, 17, 8))::bit(32)::bigint)`

const current = segmentOf('pg_walfile_name(pg_current_wal_lsn())')
const archived = segmentOf('last_archived_wal')

/**
 * How long the archive has been missing a finished WAL segment: the one before the current has not arrived. An idle database that writes
 * none is not waiting. Seconds; 0 without an archive.
 */
export const walWaiting = `select case
    when current_setting('archive_mode') = 'off' or pg_is_in_recovery() then 0
    when last_archived_wal is null or ${current} - ${archived} > 1
      then extract(epoch from now() - coalesce(last_archived_time, stats_reset, pg_postmaster_start_time()))
    else 0 end from pg_stat_archiver`
