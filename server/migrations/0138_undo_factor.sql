-- The link in the mail about a new factor removes that factor again; each factor has one of its own.
alter table mailed_tokens add column factor_id uuid;
alter table mailed_tokens drop constraint mailed_tokens_purpose_check;
alter table mailed_tokens add constraint mailed_tokens_purpose_check
  check (purpose in ('verify_email', 'reset_password', 'undo_factor')) not valid;

-- Whether what the provider says of its own checks counts. One that was connected to a login with a factor, without that factor, does not.
alter table identities add column claims_count boolean not null default true;

-- A password that is short because a second step stands beside it, which therefore stays. Those from before the rule are as they were.
alter table logins add column short_password boolean not null default false;
