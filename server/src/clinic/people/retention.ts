import { formerAddressDays, registrationHours } from '@fornix/contract'
import { sql } from 'kysely'
import { idempotencyHours } from '../../platform/calls/idempotency.ts'
import { ownRows, patientRows, type TableRules } from '../retention/rules.ts'

const days = 24

export const peopleRetention: TableRules[] = [
  { table: 'registrations', expires: { since: 'created_at', hours: registrationHours } },
  // Of registrations that are gone, and of unfinished sign-ups.
  {
    table: 'logins',
    expires: {
      since: 'created_at',
      hours: registrationHours,
      unless: `email_verified_at is not null
        or exists (select from sessions s where s.login_id = t.login_id) or exists (select from patients p where p.login_id = t.login_id)
        or exists (select from providers v where v.login_id = t.login_id)
        or exists (select from caregivers c where c.login_id = t.login_id)`,
    },
  },
  // Links and sessions say for a while why they no longer work.
  {
    table: 'email_changes',
    ...patientRows('patient'),
    expires: { since: 'expires_at', hours: 30 * days },
    onMerge: { reason: 'are of the account' },
  },
  { table: 'mailed_tokens', expires: { since: 'expires_at', hours: 30 * days } },
  // A session whose browser shows push notifications is kept as long as they are: they end with it.
  {
    table: 'sessions',
    ofPatient: ownRows,
    expires: {
      since: 'expires_at',
      hours: 30 * days,
      unless:
        'exists (select from push_subscriptions p where p.login_id = t.login_id and p.family_id = coalesce(t.family_id, t.session_id))',
    },
    onMerge: { reason: 'are of the account, and end' },
  },
  {
    table: 'fresh_proofs',
    patientsSee: { by: 'person_id', caregivers: 'own' },
    ofPatient: (project, patient) => sql`project_id = ${project} and person_id = ${patient}`,
    expires: { since: 'expires_at', hours: 1 },
  },
  {
    table: 'idempotency_keys',
    patientsSee: { by: 'person_id', caregivers: 'own' },
    ofPatient: (project, patient) => sql`project_id = ${project} and person_id = ${patient}`,
    expires: { since: 'created_at', hours: idempotencyHours },
  },
  // The admins' list shows them for this long.
  { table: 'account_recoveries', expires: { since: 'expires_at', hours: 30 * days } },
  { table: 'former_addresses', expires: { since: 'left_at', hours: formerAddressDays * days } },
  { table: 'factor_challenges', expires: { since: 'expires_at', hours: 1 } },
  { table: 'seen_identity_tokens', expires: { since: 'seen_at', hours: 30 * days } },
  { table: 'sign_in_failures', expires: { since: 'last_at', hours: 30 * days } },
  // One that waits for an answer is work for the staff. Those of staff also tell where their links went, for as long as a takeover is
  // undone
  // (`remove-staff-since.ts`). Who confirms a recovery looks back a few days (`who-confirms.ts`).
  {
    table: 'invites',
    ofPatient: ownRows,
    expires: {
      since: 'expires_at',
      hours: 30 * days,
      unless: `t.used_at is null and t.replaced_at is null and (
          exists (select from patients p where p.project_id = t.project_id and p.patient_id = t.patient_id
            and p.deleted_at is null and p.login_id is null)
          or exists (select from providers v where v.project_id = t.project_id and v.provider_id = t.provider_id
            and v.deleted_at is null and v.register_status = 'Invited')
          or exists (select from caregivers c where c.project_id = t.project_id and c.caregiver_id = t.caregiver_id
            and c.accepted_at is null and c.ended_at is null))
        or t.provider_id is not null and exists (
          select from invites i where i.project_id = t.project_id and i.provider_id = t.provider_id
             and i.created_at > now() - interval '${formerAddressDays} days')`,
    },
    onMerge: { reason: 'are of the account' },
  },
  {
    table: 'caregivers',
    ...patientRows('own'),
    onMerge: { reason: 'were let in to that record by its patient; for the kept one they are invited again' },
  },
  // As long as the matching cookie.
  { table: 'known_devices', expires: { since: 'last_seen_at', hours: 365 * days } },
]
