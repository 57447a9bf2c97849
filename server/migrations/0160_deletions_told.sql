-- Whoever has a record open learns at once that it was deleted, merged or restored.
create trigger patients_told after update of deleted_at on patients
  for each row when (new.deleted_at is distinct from old.deleted_at) execute function tell_project();
