-- Exports, deletions and failed sign-ins are few among many.
drop index concurrently if exists audit_events_action;
create index concurrently audit_events_action on audit_events (project_id, action, event_id);
