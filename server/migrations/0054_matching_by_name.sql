-- A patient id alone matches nobody: the birth date must agree, or the name where one is missing.
alter table study_matching
  drop constraint study_matching_reason_check,
  add constraint study_matching_reason_check
    check (reason in ('', 'nobody', 'several', 'birth_date', 'name', 'unproven', 'issuer', 'changed')) not valid;
