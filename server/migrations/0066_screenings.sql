-- What a patient, or staff for the patient, answered about MR safety. Never changed: new answers are a new row.
create table screenings (
  project_id uuid not null,
  screening_id uuid not null,
  patient_id uuid not null,
  -- The version of the questions that these are the answers to.
  questionnaire int not null,
  answers jsonb not null,
  filled_by uuid not null,
  filled_name text not null,
  filled_role text not null,
  -- Of the statement: answers that waited for others of the same patient come after them.
  filled_at timestamptz not null default clock_timestamp(),
  primary key (project_id, screening_id),
  unique (project_id, screening_id, patient_id),
  foreign key (project_id, patient_id) references patients (project_id, patient_id)
);
create index screenings_newest on screenings (project_id, patient_id, filled_at desc, screening_id desc);
select scope_table('screenings', 'patient_id', 'select, insert');

-- What staff decided about one screening; the newest counts.
create table screening_reviews (
  project_id uuid not null,
  review_id uuid not null,
  screening_id uuid not null,
  patient_id uuid not null,
  decision text not null check (decision in ('cleared', 'not_cleared', 'to_be_clarified')),
  note text not null default '' check (decision = 'cleared' or note <> ''),
  signature text not null check (signature <> ''),
  reviewer_id uuid not null,
  reviewer_name text not null,
  reviewer_role text not null,
  reviewed_at timestamptz not null default clock_timestamp(),
  primary key (project_id, review_id),
  foreign key (project_id, screening_id, patient_id) references screenings (project_id, screening_id, patient_id)
);
create index screening_reviews_newest on screening_reviews (project_id, screening_id, reviewed_at desc, review_id desc);
select scope_table('screening_reviews', 'patient_id', 'select, insert');
-- A patient reads what was decided, and decides nothing.
create policy by_staff on screening_reviews as restrictive for insert to fornix_app
  with check (current_setting('app.patient_id') = 'any');
