drop index concurrently if exists fresh_proofs_factor;
create index concurrently fresh_proofs_factor on fresh_proofs (factor_id);
