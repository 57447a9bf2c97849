-- A token tells one person at every step. Rows of before, which do not say whom, are gone after 30 days.
alter table seen_identity_tokens add column subject text;
