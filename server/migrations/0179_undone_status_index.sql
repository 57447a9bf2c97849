drop index concurrently if exists patient_status_history_undoes;
create index concurrently patient_status_history_undoes on patient_status_history (project_id, patient_id, undoes)
  where undoes is not null;
