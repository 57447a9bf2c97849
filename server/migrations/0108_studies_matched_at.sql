-- When a study was given to its patient: it may have waited long after it arrived. Null for those that were matched before.
alter table studies add column matched_at timestamptz;
