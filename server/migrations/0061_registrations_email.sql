-- Beside the program that serves: a making that was interrupted leaves an index that is not valid.
drop index concurrently if exists registrations_email;
create index concurrently registrations_email on registrations (email_key);
