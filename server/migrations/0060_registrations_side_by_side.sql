-- Registrations of one address wait side by side: a stranger's does not push out that of the person who has the address.
alter table registrations drop constraint registrations_project_id_email_key_key;
create index registrations_email on registrations (email_key);
create index logins_unproven on logins (lower(email)) where email_verified_at is null;
