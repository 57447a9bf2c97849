-- How far the audit trail of a project has been sent on to a place outside, a file or an endpoint, which goes by the hash of its address.
-- `claimed_until` is for the node that is sending.
create table audit_shipments (
  project_id uuid not null references projects,
  target text not null check (target ~ '^[0-9a-f]{64}$'),
  seq bigint not null default 0,
  claimed_until timestamptz,
  primary key (project_id, target)
);
select system_table('audit_shipments');
