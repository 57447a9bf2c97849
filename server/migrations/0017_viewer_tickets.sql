-- A viewer shows one study with a ticket that narrows the session that asked for it. Only a hash of the ticket is kept.
create table viewer_tickets (
  project_id uuid not null,
  ticket_hash bytea not null check (octet_length(ticket_hash) = 32),
  session_id uuid not null,
  study_uid text collate "C" not null,
  issued_at timestamptz not null default now(),
  first_used_at timestamptz,
  primary key (project_id, ticket_hash),
  foreign key (project_id, session_id) references sessions (project_id, session_id) on delete cascade
);
select scope_table('viewer_tickets', null, 'insert');

-- Which series a session has opened: their hundreds of answers leave one row in the audit trail.
create table series_openings (
  project_id uuid not null,
  session_id uuid not null,
  series_uid text collate "C" not null,
  opened_at timestamptz not null default now(),
  primary key (project_id, session_id, series_uid)
);
select scope_table('series_openings', null, 'insert, select (series_uid)');
