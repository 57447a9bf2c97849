-- What an admin looks for in the audit trail: one person, newest first.
drop index concurrently if exists audit_events_actor;
create index concurrently audit_events_actor on audit_events (project_id, actor_id, event_id);
