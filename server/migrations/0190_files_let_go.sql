-- A countersigned form is stored anew: the file of before is let go of, and a request of staff says so. Nobody but jobs reads that.
create policy let_go on file_removals for insert to fornix_app
  with check (project_id = current_setting('app.project_id')::uuid and current_setting('app.patient_id') = 'any');
grant insert on file_removals to fornix_app;
