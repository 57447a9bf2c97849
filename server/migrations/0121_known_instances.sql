-- Which files are here already, by their bytes; and what came since the row of its study was last brought up to date.
create index archive_instances_hash on archive_instances (project_id, sha256);
create index archive_instances_received on archive_instances (received_at);
