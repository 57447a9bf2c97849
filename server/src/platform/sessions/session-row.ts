import { type Audience, type CareArea, idleMs, type Role } from '@fornix/contract'
import type { Moving } from '../database/moving.ts'
import { type PatientId, type ProjectId, patientId, projectId } from '../database/scope.ts'
import { activeGrant } from './login-records.ts'
import { type FactorPolicy, factorFacts, type SecondFactor, secondFactor } from './second-factor.ts'

/** The caller. Read from the database on every request, so that a changed role or deleted account takes effect at once. */
export type Caller = {
  session: string
  login: string
  project: ProjectId
  audience: Audience
  role: Role
  /** The internal id of the patient or provider record, or of the registration that will become one. */
  person: string
  /** False while a registration's email address is unconfirmed. */
  confirmed: boolean
  patient: PatientId | null
  /** The name shown on what the caller writes: a caregiver's includes both names. */
  name: string
  email: string
  /** The patient whom this session works on. */
  focus: string | null
  /** The caregiver acting for the patient, and in which areas; null for users who act for themselves. */
  caregiver: { id: string; name: string; email: string; areas: CareArea[] } | null
  /** What the session lacks of a second factor. */
  secondFactor: SecondFactor
  /** Time since the person last did something in the session. */
  idleMs: number
  /** Null while the project is open. */
  closed: Moving | null
  /** The only studies that this request's viewer may see; null without a viewer. */
  onlyStudies: string[] | null
}

export type SessionRow = {
  session_id: string
  login_id: string
  project_id: string
  audience: Audience
  role: Role
  person: string
  confirmed: boolean
  patient_id: string | null
  name: string
  email: string
  focus_patient_id: string | null
  caregiver_id: string | null
  caregiver_name: string
  caregiver_email: string
  areas: CareArea[]
  second_factor: SecondFactor
  back_at: string | null
  moved_to: string | null
  generation: number
  rotated_ms: number
  seen_ms: number
  present_ms: number
  left_ms: number
}

/**
 * The record of a session `s` belongs to its login, or to no login yet: then the session began at an invitation, and lasts as long as that
 * does. An invitation that was replaced, or accepted by somebody else, opens nothing. It is identified by id, since clocks and overlapping
 * transactions cannot tell which of two came first.
 */
const isOwn = (record: 'p' | 'v', column: 'patient_id' | 'provider_id') => `
  (${record}.login_id = s.login_id or ${record}.login_id is null and exists (
    select from invite_sign_ins b join invites i on i.project_id = b.project_id and i.invite_id = b.invite_id
     where b.project_id = s.project_id and b.session_id = s.session_id and i.${column} = s.${column}
       and i.used_at is null and i.replaced_at is null and i.expires_at > now()))`

/**
 * The one row that a session references by key, if any: the other three kinds of person are not looked up. Without `offset 0` it is an
 * ordinary join, for which the planner reads and hashes all patients of a small project on each request.
 */
const byKey = (table: string, name: string, column: string, key: string, more = '') => `lateral (
      select * from ${table} ${name}
       where ${key} is not null and ${name}.project_id = s.project_id and ${name}.${column} = ${key} ${more} offset 0) ${name} on true`

// The person must still exist: a deleted record ends its sessions without a second statement, and so does a grant that ended.
const activeWhere =
  (which: string, more: (policy: FactorPolicy) => string = () => '') =>
  (policy: FactorPolicy) =>
    `
  select s.session_id, s.login_id, s.project_id, s.audience, coalesce(p.patient_id, r.registration_id) as patient_id,
         s.focus_patient_id, s.generation, coalesce(v.role, 'Patient') as role,
         coalesce(p.patient_id, s.provider_id, r.registration_id) as person, r.registration_id is null as confirmed,
         concat_ws(' ', coalesce(v.first_name, p.first_name, r.first_name), coalesce(v.last_name, p.last_name, r.last_name)) as name,
         coalesce(v.email, p.email, r.email) as email,
         c.caregiver_id, concat_ws(' ', c.first_name, c.last_name) as caregiver_name, coalesce(c.email, '') as caregiver_email,
         coalesce(c.areas, '{}') as areas, g.back_at, g.moved_to, ${secondFactor(policy)} as second_factor,${more(policy)}
         (extract(epoch from now() - s.rotated_at) * 1000)::float8 as rotated_ms,
         (extract(epoch from now() - s.last_seen_at) * 1000)::float8 as seen_ms,
         (extract(epoch from now() - s.present_at) * 1000)::float8 as present_ms,
         (extract(epoch from s.expires_at - now()) * 1000)::float8 as left_ms
    from sessions s
    join projects j on j.project_id = s.project_id
    left join project_moves g on g.project_id = s.project_id
    left join ${byKey('caregivers', 'c', 'caregiver_id', 's.caregiver_id', `and c.login_id = s.login_id and ${activeGrant}`)}
    left join ${byKey(
      'patients',
      'p',
      'patient_id',
      'coalesce(s.patient_id, c.patient_id)',
      `and p.deleted_at is null
         and (s.patient_id is null or ${isOwn('p', 'patient_id')})`,
    )}
    left join ${byKey('providers', 'v', 'provider_id', 's.provider_id', `and v.deleted_at is null and ${isOwn('v', 'provider_id')}`)}
    left join ${byKey('registrations', 'r', 'registration_id', 's.registration_id')}
   where ${which} and s.revoked_at is null and s.expires_at > now()
     and s.last_seen_at > now() - make_interval(secs => ${idleMs / 1000})
     and coalesce(p.patient_id, v.provider_id, r.registration_id) is not null
     and s.audience = case when v.role in ('Admin', 'SuperAdmin') then 'admin' when v.role is not null then 'operator' else 'patient' end`
export const activeSessionSql = activeWhere('s.project_id = $1 and s.session_id = $2')
export const factsOfSession = activeWhere('s.project_id = $1 and s.session_id = $2', factorFacts)
export const activeSessionsSql = activeWhere(
  '(s.project_id, s.session_id) in (select * from unnest($1::uuid[], $2::uuid[]))',
)

/** The acting person's id in the audit trail. Caregivers act under their own id, and as the patient's record in everything else. */
export const actorOf = ({ caregiver, person }: Pick<Caller, 'caregiver' | 'person'>) => caregiver?.id ?? person

/** The patient whom an act of somebody's own sign-in concerns: a caregiver's does not concern the patient. */
export const patientOf = ({ caregiver, patient }: { caregiver: object | null; patient: string | null }) =>
  caregiver ? null : patient

const caregiverOf = ({ caregiver_id, caregiver_name, caregiver_email, areas }: SessionRow) =>
  caregiver_id === null ? null : { id: caregiver_id, name: caregiver_name, email: caregiver_email, areas }

export const callerOf = (row: SessionRow): Caller => ({
  session: row.session_id,
  login: row.login_id,
  project: projectId(row.project_id),
  audience: row.audience,
  role: row.role,
  person: row.person,
  confirmed: row.confirmed,
  patient: row.patient_id === null ? null : patientId(row.patient_id),
  name: row.caregiver_id === null ? row.name : `${row.caregiver_name}, for ${row.name}`,
  email: row.email,
  focus: row.focus_patient_id,
  caregiver: caregiverOf(row),
  secondFactor: row.second_factor,
  idleMs: row.present_ms,
  closed: row.back_at === null ? null : { back_at: row.back_at, moved_to: row.moved_to },
  onlyStudies: null,
})
