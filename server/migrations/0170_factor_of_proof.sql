-- Which passkey or app gave a fresh proof, so that the trail names it; a proof goes with its factor.
alter table fresh_proofs add column factor_id uuid;
alter table fresh_proofs add constraint fresh_proofs_factor_id_fkey
  foreign key (factor_id) references login_factors on delete cascade not valid;
