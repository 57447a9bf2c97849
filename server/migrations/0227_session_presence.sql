-- For how long nobody was there: an open page asks by itself, which `last_seen_at` does not tell from what somebody does.
alter table sessions add column present_at timestamptz not null default now();
