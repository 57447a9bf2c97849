-- Mails wait here, written in the transaction that causes them, until the background sender has handed them over.
create table mail_outbox (
  project_id uuid not null references projects,
  mail_id uuid not null,
  patient_id uuid,
  to_addresses text[] not null check (cardinality(to_addresses) > 0),
  cc text[] not null default '{}',
  bcc text[] not null default '{}',
  reply_to text,
  subject text not null,
  body text not null,
  calendar text,
  idempotency_key text collate "C" not null,
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'failed')),
  attempts int not null default 0,
  -- While a mail is being sent, this is when the claim of a crashed sender runs out.
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (project_id, mail_id),
  unique (project_id, idempotency_key),
  foreign key (project_id, patient_id) references patients (project_id, patient_id)
);
create index mail_outbox_queue on mail_outbox (next_attempt_at) where status in ('queued', 'sending');
create index mail_outbox_patient on mail_outbox (project_id, patient_id);
-- Bodies carry links that sign people up or reset passwords: a request may queue a mail, and read none back.
select scope_table('mail_outbox', null, 'insert, select (project_id, idempotency_key)');
