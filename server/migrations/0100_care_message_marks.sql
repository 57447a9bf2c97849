-- A read mark is set by the side that reads, and a patient writes under the own name: also where a call forgets to ask.
create policy marked_by_reader on care_messages as restrictive for update to fornix_app
  using (by_patient = (current_setting('app.patient_id') = 'any'));
alter policy as_oneself on care_messages
  with check (by_patient = (current_setting('app.patient_id') <> 'any')
              and (not by_patient or written_by::text = current_setting('app.patient_id')));
