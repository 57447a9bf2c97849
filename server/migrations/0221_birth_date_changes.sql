-- When the date of birth was entered or changed: by it the staff confirm who has lost all factors (decision 88). Null: not since this migration.
alter table patients add column dob_changed_at timestamptz;
create function note_birth_date() returns trigger language plpgsql as $$
begin
  new.dob_changed_at := clock_timestamp();
  return new;
end $$;
create trigger patients_birth_date before update of dob on patients for each row
  when (old.dob is distinct from new.dob) execute function note_birth_date();
