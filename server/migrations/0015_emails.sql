-- What was said to a patient by e-mail, kept when the outbox has forgotten the text. A row is written once, with its mail in
-- the outbox, and never changes: whether the mail has left is read from there.
create table patient_emails (
  project_id uuid not null,
  email_id uuid not null,
  patient_id uuid not null,
  to_email text[] not null,
  cc text[] not null,
  bcc text[] not null,
  subject text not null,
  message text not null,
  -- Null when the portal wrote by itself.
  sent_by uuid,
  sent_by_name text not null,
  sent_date timestamptz not null default now(),
  primary key (project_id, email_id),
  foreign key (project_id, email_id) references mail_outbox (project_id, mail_id),
  foreign key (project_id, patient_id) references patients (project_id, patient_id),
  foreign key (project_id, sent_by) references providers (project_id, provider_id)
);
create index patient_emails_newest on patient_emails (project_id, patient_id, sent_date desc, email_id desc);
select staff_table('patient_emails', 'select, insert');

-- The stored files that a mail takes along, in their order. They are decrypted while the mail is being handed over.
create table mail_attachments (
  project_id uuid not null,
  mail_id uuid not null,
  position int not null,
  file_id uuid not null,
  primary key (project_id, mail_id, position),
  foreign key (project_id, mail_id) references mail_outbox (project_id, mail_id),
  foreign key (project_id, file_id) references files (project_id, file_id)
);
create index mail_attachments_file on mail_attachments (project_id, file_id);
select staff_table('mail_attachments', 'select, insert');

-- Staff read how the delivery goes, and still nothing of what a mail in the outbox says.
grant select (mail_id, status, attempts, last_error) on mail_outbox to fornix_app;
