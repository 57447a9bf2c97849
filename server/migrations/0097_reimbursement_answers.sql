-- When the patient paid, and what a patient answers to a request on hold: a step of its history, which names the receipt that it replaced.
alter table reimbursements add column expense_date date;
alter table reimbursement_history add column answer_key uuid, add column replaced_file_id uuid;
alter table reimbursement_history add constraint reimbursement_history_receipt
  foreign key (project_id, replaced_file_id) references files (project_id, file_id) not valid;

-- A patient changes a request of their own while it is on hold, and only back to where staff decide.
create policy answers_on_hold on reimbursements as restrictive for update to fornix_app
  using (current_setting('app.patient_id') = 'any' or status = 'On Hold')
  with check (current_setting('app.patient_id') = 'any' or status = 'Submitted');
