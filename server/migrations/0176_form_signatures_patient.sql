-- Lists ask whether a patient has signed a form that stands.
drop index concurrently if exists form_signatures_patient;
create index concurrently form_signatures_patient on form_signatures (project_id, patient_id);
