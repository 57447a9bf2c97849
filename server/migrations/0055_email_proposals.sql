-- Staff only propose a new address of somebody who signs in: `proposed_by` is the provider who did. The link in the mail to the
-- old address stops the change; again only its SHA-256. The table is small, its rows go a month after they end: no index.
alter table email_changes
  add column proposed_by uuid,
  add column stop_hash bytea,
  add column stopped_at timestamptz;

-- As before, but the last day of an access ends with the day of the clinic and not with that of Greenwich.
create or replace view open_studies with (security_invoker = true) as
  select s.project_id, s.patient_id, s.study_id, s.study_uid, max(r.access_until) as access_until
    from studies s
    join access_requests r on r.project_id = s.project_id and r.study_id = s.study_id and r.patient_id = s.patient_id
    join projects j on j.project_id = s.project_id
   where r.status = 'approved' and r.access_until >= (now() at time zone j.time_zone)::date
   group by s.project_id, s.patient_id, s.study_id, s.study_uid;
