-- A form is found by its hash, in all projects.
drop index concurrently if exists form_signatures_hash;
create index concurrently form_signatures_hash on form_signatures (sha256);
