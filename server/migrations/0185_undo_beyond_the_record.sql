-- Of which login the change was made: the record may be deleted, or of another login, when the old address brings the login back. Null of
-- changes from before the upgrade, and of those that a program of the version before confirms; they are of the login of their record.
alter table email_changes add column login_id uuid references logins on delete cascade;
