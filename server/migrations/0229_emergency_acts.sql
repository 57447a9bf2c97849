-- When a record was opened in an emergency, and when that ended: what "who opened my record" separates entries by.
drop index concurrently if exists audit_events_emergencies;
create index concurrently audit_events_emergencies on audit_events (project_id, patient_id) where action in ('emergency_access.open', 'emergency_access.end');
