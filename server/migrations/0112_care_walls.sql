alter table invites validate constraint invites_of_one;
alter table invites validate constraint invites_of_caregiver;
alter table sessions validate constraint sessions_of_one;
alter table sessions validate constraint sessions_of_caregiver;

-- In a caregiver's transaction `app.care` lists, with blanks between them, the caregiver's own id and login and the areas that were
-- shared. In every other it says `all`, and in those of an older program, which knows no caregivers, nothing.
create function is_shared(what text) returns boolean language sql stable parallel safe as $$
  select string_to_array(coalesce(nullif(current_setting('app.care', true), ''), 'all'), ' ') && array['all', what]
$$;

-- A caregiver's transaction holds nothing of what was not shared, whatever a route forgets. Restrictive policies only take away. A select
-- is answered once a query: of thousands of rows that staff read none asks again.
create policy care on appointments as restrictive to fornix_app using ((select is_shared('visits')));
create policy care on visit_steps as restrictive to fornix_app using ((select is_shared('visits')));
create policy care on screenings as restrictive to fornix_app using ((select is_shared('visits')));
create policy care on screening_reviews as restrictive to fornix_app using ((select is_shared('visits')));
create policy care on form_signatures as restrictive to fornix_app using ((select is_shared('visits')));
create policy care on care_threads as restrictive to fornix_app using ((select is_shared('files')));
create policy care on care_messages as restrictive to fornix_app using ((select is_shared('files')));
create policy care on studies as restrictive to fornix_app using ((select is_shared('images')));
create policy care on access_requests as restrictive to fornix_app using ((select is_shared('images')));
create policy care on surveys as restrictive to fornix_app using ((select is_shared('images')));
create policy care on reimbursements as restrictive to fornix_app using ((select is_shared('money')));
create policy care on reimbursement_history as restrictive to fornix_app using ((select is_shared('money')));
create policy care on files as restrictive to fornix_app using ((select is_shared('all')) or is_shared(
  case kind when 'authorization_form' then 'visits' when 'reimbursement' then 'money' else 'files' end));

-- A caregiver has the own drafts, the own row, and the rows of the trail that the own acts left.
create policy care on drafts as restrictive to fornix_app using ((select is_shared('all')) or is_shared(login_id::text));
create policy care on caregivers as restrictive to fornix_app using ((select is_shared('all')) or is_shared(caregiver_id::text));
create policy care on audit_events as restrictive for select to fornix_app using ((select is_shared('all')) or is_shared(actor_id::text));

-- What is of the account is the patient's alone. Staff are told of what a caregiver does: that row is written, and not read.
create policy care on closure_requests as restrictive to fornix_app using ((select is_shared('all')));
create policy care on email_changes as restrictive to fornix_app using ((select is_shared('all')));
create policy care on notifications as restrictive for select to fornix_app using ((select is_shared('all')));
create policy care on patient_news_cursors as restrictive for insert to fornix_app with check ((select is_shared('all')));
create policy care_kept on patient_news_cursors as restrictive for update to fornix_app using ((select is_shared('all')));

-- A patient writes as the patient, and a caregiver, whose id comes first in `app.care`, under that id.
alter policy as_oneself on care_messages
  with check (by_patient = (current_setting('app.patient_id') <> 'any')
              and (not by_patient or written_by::text = case when is_shared('all') then current_setting('app.patient_id')
                                                             else split_part(current_setting('app.care'), ' ', 1) end));
