-- As before, but what was declined because something was missing in the form says nothing about the scan: what an admin had revoked
-- before stays closed, and what nobody had closed stays open.
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
        select r.status = 'approved'
          from access_requests r
         where r.project_id = s.project_id and r.study_id = s.study_id and r.patient_id = s.patient_id and r.status <> 'pending'
           and not (r.status = 'declined' and coalesce(r.ground, '') in ('form_incomplete', 'form_signer', 'not_held'))
         order by r.decided_at desc, r.request_id desc limit 1), true) as is_open) own
   where asked.access_until is not null or own.is_open;
