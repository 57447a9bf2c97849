-- Kept in case the mail to the project fails or is lost; no request reads them.
create table contact_messages (
  project_id uuid not null references projects,
  message_id uuid not null,
  -- Empty for a visitor, whose name and e-mail are as typed.
  person_id uuid,
  role text not null,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  created_at timestamptz not null default now(),
  primary key (project_id, message_id)
);
select system_table('contact_messages');

-- What staff say of the portal; the role is the one of that day.
create table staff_feedback (
  project_id uuid not null,
  feedback_id uuid not null,
  provider_id uuid not null,
  role text not null,
  feedback_type text not null,
  feedback_comments text not null,
  experience text not null check (experience in ('happy', 'sad')),
  upload_date timestamptz not null default now(),
  primary key (project_id, feedback_id),
  foreign key (project_id, provider_id) references providers (project_id, provider_id)
);
create index staff_feedback_newest on staff_feedback (project_id, upload_date desc, feedback_id desc);
select staff_table('staff_feedback', 'select, insert');

-- A patient's answers about one scan visit. When a study turns out to be somebody else's, the answers stay with who gave them.
create table surveys (
  project_id uuid not null,
  patient_id uuid not null,
  study_id uuid not null,
  question1 smallint not null check (question1 between 1 and 5),
  -- Null: did not apply to this visit.
  question2 smallint check (question2 between 1 and 5),
  question3 smallint check (question3 between 1 and 5),
  question4 smallint check (question4 between 1 and 5),
  question5 smallint check (question5 between 1 and 5),
  question6 smallint not null check (question6 between 1 and 5),
  question7 smallint not null check (question7 between 1 and 5),
  question8 smallint not null check (question8 between 1 and 5),
  question9 text not null default '',
  submitted_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (project_id, patient_id, study_id),
  foreign key (project_id, patient_id) references patients (project_id, patient_id),
  foreign key (project_id, study_id) references studies (project_id, study_id)
);
select scope_table('surveys', 'patient_id', 'select, insert, update');
