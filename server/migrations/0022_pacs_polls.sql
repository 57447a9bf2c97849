-- How far the changes of a PACS have been read. A node that reads holds the lease, and a PACS that fails is left alone for a while.
create table pacs_polls (
  address text primary key,
  cursor text not null default '',
  leased_until timestamptz not null default '-infinity',
  next_at timestamptz not null default '-infinity',
  full_pass_at timestamptz not null default '-infinity',
  failures int not null default 0
);
select system_table('pacs_polls');
