/** Number of a segment of WAL by its file name (PostgreSQL 30.6): of 24 hexadecimal digits the last 16 count up. */
const segmentOf = (file: string) => `(
  ('x' || substr(${file}, 9, 8))::bit(32)::bigint * (4294967296 / pg_size_bytes(current_setting('wal_segment_size')))
  + ('x' || substr(${file}, 17, 8))::bit(32)::bigint)`

const current = segmentOf('pg_walfile_name(pg_current_wal_lsn())')
const archived = segmentOf('last_archived_wal')

/**
 * For how long the archive has lacked a finished segment of WAL: the segment before the current one has not arrived. An idle database
 * that writes none waits for nothing. Seconds; 0 without an archive.
 */
export const walWaiting = `select case
    when current_setting('archive_mode') = 'off' or pg_is_in_recovery() then 0
    when last_archived_wal is null or ${current} - ${archived} > 1
      then extract(epoch from now() - coalesce(last_archived_time, stats_reset, pg_postmaster_start_time()))
    else 0 end from pg_stat_archiver`
