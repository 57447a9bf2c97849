import type { TestApp } from './harness.ts'

/** A member of the staff of each project. */
const member =
  'join lateral (select provider_id, login_id from providers where project_id = p.project_id and login_id is not null limit 1) v on true'
/** A row for every patient, with a login of one where the patient has none. */
const ofPatients = {
  drafts: `person_id, login_id, form, key_version, sealed)
    select p.project_id, p.patient_id, coalesce(p.login_id, v.login_id), 'note', k.version, '\\x00' from patients p ${member}
      join project_keys k on k.project_id = p.project_id`,
  email_changes: `token_hash, patient_id, email, expires_at)
    select p.project_id, sha256(p.patient_id::text::bytea), p.patient_id, 'new@mail.example', now() from patients p`,
  fresh_proofs: `proof_id, person_id, login_id, session_id, call, address_hash, input_hash, expires_at)
    select p.project_id, gen_random_uuid(), p.patient_id, s.login_id, s.session_id, 'GET /', sha256(''), sha256(''), now()
      from patients p join sessions s on s.project_id = p.project_id and s.patient_id = p.patient_id`,
  idempotency_keys: `person_id, login_id, request_hash)
    select p.project_id, p.patient_id, coalesce(p.login_id, v.login_id), sha256(p.patient_id::text::bytea) from patients p ${member}`,
  record_merges: `merge_id, patient_id, kept_id, merged_id, reason, filled, merged_by, merged_name)
    select p.project_id, gen_random_uuid(), p.patient_id, p.patient_id, gen_random_uuid(), 'Twice', '{}', v.provider_id, 'Nora'
      from patients p ${member}`,
  special_care: `patient_id, reason, marked_by) select p.project_id, p.patient_id, 'Works here', v.provider_id from patients p ${member}`,
  special_care_openings: `patient_id, reader_id, hour, opening_id, opened_at)
    select p.project_id, p.patient_id, v.provider_id, now(), gen_random_uuid(), now() from patients p ${member}`,
  emergency_accesses: `emergency_id, patient_id, provider_id, role, reason)
    select p.project_id, gen_random_uuid(), p.patient_id, v.provider_id, 'Nurse', 'Seizure in the waiting room' from patients p ${member}`,
  admin_notices: `notice_id, item_type, patient_id, text, made_by)
    select p.project_id, gen_random_uuid(), 'rights', p.patient_id, 'Changed', v.provider_id from patients p ${member}`,
  unusual_access: `rule, reader_id, patient_id, day, first_at, last_at, reads, records, found_at)
    select p.project_id, 'family', v.provider_id, p.patient_id, current_date, now(), now(), 1, 1, now() from patients p ${member}`,
}
const ofStudies = {
  measurements: `provider_id, login_id, study_id, shapes)
    select p.project_id, v.provider_id, v.login_id, p.study_id, '[]' from studies p ${member}`,
  measurement_reports: `report_id, study_id, provider_id, author_name, series_uid, instance_uid, series_number, instance_number, shapes)
    select p.project_id, gen_random_uuid(), p.study_id, v.provider_id, 'Nora', '1', '1', 1, 1, '[]' from studies p ${member}`,
  series_quality: `study_id, series_uid, scanner, description, images, has_uneven_spacing)
    select p.project_id, p.study_id, '1', '', '', 1, false from studies p`,
}
const ofProjects = {
  closed_days: `day) select p.project_id, current_date from projects p`,
  email_templates: `template_id, changed_by) select p.project_id, 'one', 'Nora' from projects p`,
  notification_cursors: `provider_id, read_through) select p.project_id, v.provider_id, gen_random_uuid() from projects p ${member}`,
  notification_reads: `provider_id, notification_id) select p.project_id, v.provider_id, gen_random_uuid() from projects p ${member}`,
  project_rights: `version, changed_by, changed_name) select p.project_id, 1, v.provider_id, 'Nora' from projects p ${member}`,
  saved_views: `view_id, provider_id, name, filters)
    select p.project_id, gen_random_uuid(), v.provider_id, 'Mine', '{}' from projects p ${member}`,
  unusual_access_watch: `looked_through, mailed_week) select p.project_id, now(), current_date from projects p`,
}

/** What neither the demo data nor a full record has: rows of all projects, patients and studies that are there. */
export const addRowsOfEverybody = async (owner: TestApp['owner']) => {
  for (const [table, rows] of Object.entries({ ...ofPatients, ...ofStudies, ...ofProjects }))
    await owner(`insert into ${table} (project_id, ${rows} on conflict do nothing`)
}
