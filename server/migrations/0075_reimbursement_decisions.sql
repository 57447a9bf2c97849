-- A decision about money that waits for a second person; gone once it is confirmed or another one is made.
create table reimbursement_decisions (
  project_id uuid not null,
  reimbursement_id uuid not null,
  patient_id uuid not null,
  status text not null,
  amount numeric(7, 2) not null,
  comment text not null,
  decided_by uuid not null,
  decided_name text not null,
  decided_at timestamptz not null default now(),
  primary key (project_id, reimbursement_id),
  foreign key (project_id, reimbursement_id) references reimbursements,
  foreign key (project_id, patient_id) references patients (project_id, patient_id)
);
select staff_table('reimbursement_decisions');
