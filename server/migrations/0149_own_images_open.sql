-- A project may let patients open their own images without a request. The signed form is then for giving images to others.
alter table projects add column own_images_open boolean not null default false;

-- An admin closes such a scan as one that a request had opened: what is written then is a revocation without a form.
alter table access_requests
  alter column form_file_id drop not null,
  add constraint access_requests_form check (form_file_id is not null or status = 'revoked') not valid;

-- As before; and in such a project every scan of a patient that no decision has closed, without a last day. What was declined because
-- something was missing in the form was not refused (45 CFR 164.524).
create or replace view open_studies with (security_invoker = true) as
  select s.project_id, s.patient_id, s.study_id, s.study_uid, case when not own.is_open then asked.access_until end as access_until
    from studies s
    join projects j on j.project_id = s.project_id
   cross join lateral (
      select max(r.access_until) filter (where r.status = 'approved' and r.access_until >= (now() at time zone j.time_zone)::date) as access_until
        from access_requests r
       where r.project_id = s.project_id and r.study_id = s.study_id and r.patient_id = s.patient_id) asked
   cross join lateral (
      select j.own_images_open and s.patient_id is not null and coalesce((
        select r.status = 'approved' or coalesce(r.ground, '') in ('form_incomplete', 'form_signer', 'not_held')
          from access_requests r
         where r.project_id = s.project_id and r.study_id = s.study_id and r.patient_id = s.patient_id and r.status <> 'pending'
         order by r.decided_at desc, r.request_id desc limit 1), true) as is_open) own
   where asked.access_until is not null or own.is_open;
