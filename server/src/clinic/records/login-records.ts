/** A caregiver who accepted may act until the grant's last day is over at the site, or somebody ends it: `c` of the project `j`. */
export const activeGrant =
  'c.accepted_at is not null and c.ended_at is null and c.until >= (now() at time zone j.time_zone)::date'

/** Project and role of every record, not deleted, of the login of a session `s`; registrations do not count. */
export const recordsOfLogin = `(
  select project_id, role from providers where login_id = s.login_id and deleted_at is null
  union all select project_id, 'Patient' from patients where login_id = s.login_id and deleted_at is null
  union all select c.project_id, 'Patient'
    from caregivers c
    join projects j on j.project_id = c.project_id
    join patients p on p.project_id = c.project_id and p.patient_id = c.patient_id and p.deleted_at is null
   where c.login_id = s.login_id and ${activeGrant})`
