-- When name, MRN or birth date last changed. Where own images are open, a scan from before then waits for an admin (decision 96).
-- Null: not known to have changed.
alter table patients add column identity_changed_at timestamptz;
update patients set identity_changed_at = dob_changed_at where dob_changed_at is not null;
create function note_identity() returns trigger language plpgsql as $$
begin
  new.identity_changed_at := clock_timestamp();
  return new;
end $$;
create trigger patients_identity before update of first_name, last_name, mrn_number, dob on patients for each row
  when ((old.first_name, old.last_name, old.mrn_number, old.dob)
        is distinct from (new.first_name, new.last_name, new.mrn_number, new.dob)) execute function note_identity();
