-- Of what a patient wants to be told, and how: kinds of the contract. Without a row: every email, and nothing else.
create table notice_choices (
  project_id uuid not null,
  patient_id uuid not null,
  email_off text[] not null default '{}',
  push_on text[] not null default '{}',
  primary key (project_id, patient_id),
  foreign key (project_id, patient_id) references patients (project_id, patient_id)
);
select scope_table('notice_choices', 'patient_id', 'select, insert, update');
-- A caregiver's transaction reads them to tell the patient, and changes none.
create policy care on notice_choices as restrictive for insert to fornix_app with check ((select is_shared('all')));
create policy care_kept on notice_choices as restrictive for update to fornix_app using ((select is_shared('all')));

-- The browsers to which push notifications of a record go. What is sent says nothing, so a row only counts what is unsent.
create table push_subscriptions (
  project_id uuid not null,
  subscription_id uuid not null,
  patient_id uuid not null,
  login_id uuid not null references logins on delete cascade,
  -- The sign-in of this browser that was last seen: with its end the row goes, not with its mere age.
  family_id uuid not null,
  endpoint text not null check (length(endpoint) between 1 and 1000),
  p256dh text not null,
  auth text not null,
  made_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  unsent int not null default 0,
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  primary key (project_id, subscription_id),
  unique (project_id, patient_id, endpoint),
  foreign key (project_id, patient_id) references patients (project_id, patient_id)
);
create index push_subscriptions_queue on push_subscriptions (next_attempt_at) where unsent > 0;
create index push_subscriptions_login on push_subscriptions (login_id);
create index push_subscriptions_endpoint on push_subscriptions (endpoint);
-- Requests say that there is something to send. Where to, and with which keys, only the sender reads.
select scope_table('push_subscriptions', 'patient_id',
  'select (project_id, patient_id, unsent, next_attempt_at), update (unsent, next_attempt_at)');

-- At the commit, because a change of project ends a session for another one of the same sign-in to follow.
create function drop_push_subscriptions() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions p
   where p.login_id = new.login_id and p.family_id = coalesce(new.family_id, new.session_id)
     and not exists (select from sessions s
                      where s.login_id = p.login_id and coalesce(s.family_id, s.session_id) = p.family_id and s.revoked_at is null);
  return null;
end $$;
create constraint trigger sessions_push_ends after update of revoked_at on sessions deferrable initially deferred
  for each row when (old.revoked_at is null and new.revoked_at is not null and new.provider_id is null) execute function drop_push_subscriptions();
