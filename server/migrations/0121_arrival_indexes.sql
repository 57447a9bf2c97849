drop index concurrently if exists studies_to_check;
create index concurrently studies_to_check on studies (images_at desc) where checked_images is distinct from instance_count;
-- Which files are here already, by their bytes.
drop index concurrently if exists archive_instances_hash;
create index concurrently archive_instances_hash on archive_instances (project_id, sha256);
-- What came since the row of its study was last brought up to date.
drop index concurrently if exists archive_instances_received;
create index concurrently archive_instances_received on archive_instances (received_at);
