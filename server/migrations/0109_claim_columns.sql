-- What a patient may write of a reimbursement: row security says which rows and states, and cannot compare a row with what it was.
create function keep_claim_columns() returns trigger language plpgsql as $$
declare
  answered constant text[] := '{status,comment,file_id,version}';
begin
  if to_jsonb(new) - answered is distinct from to_jsonb(old) - answered or new.comment <> '' then
    raise insufficient_privilege using message = 'a patient changes neither the money nor what staff decided';
  end if;
  return new;
end $$;
create trigger reimbursements_columns before update on reimbursements for each row
  when (current_setting('app.patient_id', true) <> 'any') execute function keep_claim_columns();

-- What a patient asks for is not decided.
create policy asked_by_patient on reimbursements as restrictive for insert to fornix_app
  with check (current_setting('app.patient_id') = 'any' or (status = 'Submitted' and comment = '' and paid_amount is null));
