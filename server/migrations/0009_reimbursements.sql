-- Money is exact. paid_amount is what was paid, and only a paid request has one.
create table reimbursements (
  project_id uuid not null,
  reimbursement_id uuid not null,
  patient_id uuid not null,
  file_id uuid not null,
  amount numeric(7, 2) not null check (amount > 0),
  paid_amount numeric(7, 2),
  description text not null,
  category text not null check (category in ('Transportation', 'Hotel', 'Food', 'Other')),
  status text not null default 'Submitted'
    check (status in ('Submitted', 'Pending Approval', 'On Hold', 'Approved', 'Rejected', 'Processing', 'Paid')),
  comment text not null default '',
  version int not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (project_id, reimbursement_id),
  foreign key (project_id, patient_id) references patients (project_id, patient_id),
  foreign key (project_id, file_id) references files (project_id, file_id),
  check ((status = 'Paid') = (paid_amount is not null))
);
create index reimbursements_newest on reimbursements (project_id, patient_id, created_at desc, reimbursement_id desc) where deleted_at is null;
select scope_table('reimbursements', 'patient_id', 'select, insert, update');

create table reimbursement_history (
  project_id uuid not null,
  change_id uuid not null,
  reimbursement_id uuid not null,
  patient_id uuid not null,
  status text not null,
  amount numeric(7, 2) not null,
  comment text not null,
  author text not null,
  created_at timestamptz not null default now(),
  primary key (project_id, change_id),
  foreign key (project_id, reimbursement_id) references reimbursements (project_id, reimbursement_id)
);
create index reimbursement_history_steps on reimbursement_history (project_id, reimbursement_id, change_id);
select scope_table('reimbursement_history', 'patient_id', 'select, insert');
