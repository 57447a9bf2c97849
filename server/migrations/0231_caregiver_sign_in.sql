-- What a caregiver does with the own sign-in is in the trail, and concerns no patient.
create policy own_sign_in on audit_events for insert to fornix_app with check (
  project_id = current_setting('app.project_id')::uuid and patient_id is null and not is_shared('all') and is_shared(actor_id::text));
