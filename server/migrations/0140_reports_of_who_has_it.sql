-- Reports were released to whoever had the study then. Also for a program of the version before, and for a merge of two records.
create function forget_released_reports() returns trigger language plpgsql as $$
begin
  new.released_reports := '{}';
  return new;
end $$;
create trigger studies_released_reports before update of patient_id on studies
  for each row when (new.patient_id is distinct from old.patient_id) execute function forget_released_reports();
