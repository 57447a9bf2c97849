-- Reports of staff that the patient of the study may read: SOP instances, each by itself. Whoever gets the study later has none of them.
alter table studies add column released_reports text[] not null default '{}';
