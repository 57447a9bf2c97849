-- Beside the program that serves: a making that was interrupted leaves an index that is not valid.
drop index concurrently if exists logins_unproven;
create index concurrently logins_unproven on logins (lower(email)) where email_verified_at is null;
