-- The scan matched by itself a record, name, MRN or birth date from after it came, while own images were closed. Opening them must not
-- open it: until an admin decides about it, only a request does (decision 96).
alter table studies add column matched_late boolean not null default false;
update studies s set matched_late = true
  from study_matching m, patients p, projects j
 where m.project_id = s.project_id and m.study_id = s.study_id and m.state = 'matched' and m.decided_by is null
   and p.project_id = s.project_id and p.patient_id = s.patient_id
   and j.project_id = s.project_id and not j.own_images_open
   and (p.created_at > s.received_at or (p.identity_changed_at > s.received_at and p.identity_changed_at <= s.matched_at));
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
         order by r.decided_at desc, r.request_id desc limit 1), not s.matched_late) as is_open) own
   where asked.access_until is not null or own.is_open;
