-- Whether the virus scanner has seen a stored file. Unscanned: it came while there was no scanner.
alter table files
  add column scan_state text not null default 'unscanned'
    check (scan_state in ('unscanned', 'pending', 'clean', 'quarantined')),
  -- What the scanner calls what it found.
  add column scan_finding text,
  add column scanned_at timestamptz,
  -- While a node scans a file, this is when another may take it up.
  add column scan_after timestamptz not null default '-infinity';
create index files_to_scan on files (scan_state, scan_after) where scan_state in ('pending', 'unscanned');
