-- Up to when the patient of a record that was merged away had read a thread: the kept one may read on, and an undo goes back to this.
alter table record_merge_rows add column read_through timestamptz;
