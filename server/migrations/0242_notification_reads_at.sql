-- Since when: marks that a cursor covers are kept as long as somebody may take back that all were read.
alter table notification_reads add column read_at timestamptz not null default now();
