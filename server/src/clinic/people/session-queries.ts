import { idleMs } from '@fornix/contract'
import type { SessionQueries } from '../../platform/sessions/session-row.ts'
import { activeGrant } from '../records/login-records.ts'
import { type FactorPolicy, factorFacts, secondFactor } from './factors/second-factor-sql.ts'

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
const activeWhere = (policy: FactorPolicy, which: string, more = '') => `
  select s.session_id, s.login_id, s.project_id, s.audience, coalesce(p.patient_id, r.registration_id) as patient_id,
         s.focus_patient_id, s.generation, coalesce(v.role, 'Patient') as role,
         coalesce(p.patient_id, s.provider_id, r.registration_id) as person, r.registration_id is null as confirmed,
         concat_ws(' ', coalesce(v.first_name, p.first_name, r.first_name), coalesce(v.last_name, p.last_name, r.last_name)) as name,
         coalesce(v.email, p.email, r.email) as email,
         c.caregiver_id, concat_ws(' ', c.first_name, c.last_name) as caregiver_name, coalesce(c.email, '') as caregiver_email,
         coalesce(c.areas, '{}') as areas, g.back_at, g.moved_to, ${secondFactor(policy)} as second_factor,${more}
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
const bySession = 's.project_id = $1 and s.session_id = $2'

export const sessionQueries = (policy: FactorPolicy): SessionQueries => ({
  one: activeWhere(policy, bySession),
  many: activeWhere(policy, '(s.project_id, s.session_id) in (select * from unnest($1::uuid[], $2::uuid[]))'),
  facts: activeWhere(policy, bySession, factorFacts(policy)),
})
