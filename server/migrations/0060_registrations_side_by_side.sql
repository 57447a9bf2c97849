-- Registrations of one address wait side by side: a stranger's does not push out that of the person who has the address.
alter table registrations drop constraint registrations_project_id_email_key_key;
