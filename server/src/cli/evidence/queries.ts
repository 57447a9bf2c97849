import type { AuditKind } from '@fornix/contract'
import { actionsOfKind, refusalsOf } from '../../features/audit-log/kinds.ts'
import { auditActions } from '../../features.ts'
import { actionsExcept } from '../../platform/audit/action-rules.ts'
import type { AuditAction } from '../../platform/audit/audit.ts'
import type { DatabaseClient } from '../../platform/database/with-client.ts'
import type { Period } from './period.ts'

const ofKind = (kind: AuditKind) => actionsOfKind(auditActions, kind)
const sessions = ofKind('other').filter((action) => action.startsWith('session.'))
const accounts = ofKind('rights').filter((action) => /^(account|account_recovery|two_step)\./.test(action))
const atSignIn: AuditAction[] = ['session.refused', 'invite.accept', 'provider.register']
const ofOperation: AuditAction[] = [
  'project.back_up',
  'project.restore',
  'project.drill',
  'project.export',
  'project.import',
  'project.release',
  'project.rotate_keys',
]
const ofRecords: AuditKind[] = ['scans', 'records', 'files', 'emails', 'money']

type Actions = readonly string[]
type Subject = Actions | { except: Actions }
/** Which rows of the trail stand in which file; all of them stand in `audit.ndjson`. */
export const subjects: Record<string, Subject> = {
  'sign-ins': [...sessions, ...accounts, ...atSignIn],
  // An undeclared action, of another version of the program, may have opened a record.
  'record-access': { except: actionsExcept(auditActions, ({ kind }) => ofRecords.includes(kind)) },
  exports: ofKind('exports'),
  deletions: ofKind('deletions'),
  refusals: refusalsOf(auditActions),
  'rights-changes': ofKind('rights').filter((action) => !accounts.includes(action)),
  'backups-and-drills': ofOperation,
  settings: ofKind('settings'),
}

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
/** As `csvLine` has it: what a spreadsheet would take for a formula begins with an apostrophe. */
const safe = (column: string) =>
  `case when normalize(left(${column}, 1), NFKC) in ('=', '+', '-', '@', e'\\t', e'\\r', e'\\n', e'\\u2212') then '''' || ${column} else ${column} end as ${column}`

const within = (client: DatabaseClient, { project_id, begins, ends }: Period, table = 'audit_events') =>
  `from ${table} where project_id = ${client.escapeLiteral(project_id)} and at >= ${client.escapeLiteral(begins)} and at < ${client.escapeLiteral(ends)}`

/** Whole rows with their place and hash in the chain: whoever has them all recomputes it. */
export const wholeRows = (client: DatabaseClient, period: Period) => `
  select json_build_object('seq', seq, 'event_id', event_id, 'at', ${time('at')}, 'actor_id', actor_id, 'actor_role', actor_role,
    'action', action, 'patient_id', patient_id, 'object', object_id, 'request', request_id, 'result', result, 'hash', encode(hash, 'hex'))
  ${within(client, period)} order by seq`

const among = (client: DatabaseClient, actions: Actions) =>
  `in (${actions.map((action) => client.escapeLiteral(action)).join(', ')})`

const isAbout = (client: DatabaseClient, subject: Subject) =>
  'except' in subject ? `not ${among(client, subject.except)}` : among(client, subject)

export const rowsAbout = (client: DatabaseClient, period: Period, subject: Subject) => `
  select ${time('at')} as at, event_id, actor_id, actor_role, action, patient_id, ${safe('object_id')}, ${safe('result')}, request_id
  ${within(client, period)} and action ${isAbout(client, subject)} order by event_id`

/** With what each account can sign in today. The addresses of providers are the names of their logins; ids are enough here. */
export const factorsOf = (client: DatabaseClient, { project_id }: Period) => {
  const people = [
    `select provider_id as person_id, code, role, login_id from providers where project_id = P and deleted_at is null and register_status = 'Registered'`,
    `select patient_id, code, 'Patient', login_id from patients where project_id = P and deleted_at is null and login_id is not null`,
    `select caregiver_id, '', 'Caregiver', login_id from caregivers where project_id = P and ended_at is null and login_id is not null`,
  ].join(' union all ')
  return `
    select person_id, code, role, password_hash is not null as has_password, email_verified_at is not null as has_proven_address,
           (select coalesce(string_agg(distinct issuer, ' '), '') from identities i where i.login_id = l.login_id) as identity_providers,
           (select count(*) from login_factors f where f.login_id = l.login_id and kind = 'passkey') as passkeys,
           (select count(*) from login_factors f where f.login_id = l.login_id and kind = 'totp') as authenticator_apps,
           (select count(*) from recovery_codes c where c.login_id = l.login_id and used_at is null) as recovery_codes_left,
           (select ${time('max(last_used_at)')} from login_factors f where f.login_id = l.login_id) as second_step_last_used_at
      from (${people.replaceAll('= P ', `= ${client.escapeLiteral(project_id)} `)}) p join logins l using (login_id) order by role, code, person_id`
}

/**
 * Which record was opened in an emergency, by whom and why, and what the review found; each act of that hour is marked in
 * `record-access.csv`.
 */
export const emergenciesOf = (client: DatabaseClient, { project_id, begins, ends }: Period) => `
  select emergency_id, provider_id, role, patient_id, ${safe('reason')}, ${time('opened_at')} as opened_at,
         ${time('coalesce(ended_at, until)')} as ended_at, ended_by, coalesce(finding, 'to review') as finding, ${safe('note')}, reviewed_by, ${time('reviewed_at')} as reviewed_at
    from emergency_accesses where project_id = ${client.escapeLiteral(project_id)} and opened_at < ${client.escapeLiteral(ends)}
     and coalesce(ended_at, until) >= ${client.escapeLiteral(begins)} order by emergency_id`
