drop index concurrently if exists form_signatures_to_countersign;
create index concurrently form_signatures_to_countersign on form_signatures (project_id, signed_at) where needs_countersign;
