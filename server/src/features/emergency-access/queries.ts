import {
  type EmergencyAccess,
  type EmergencyView,
  emergencyMinutes,
  maxEmergencyActs,
  type OpenEmergency,
} from '@fornix/contract'
import { sql } from 'kysely'
import { validate as isUuid, v7 as uuid } from 'uuid'
import { fullName, patientIdentityJson } from '../../clinic/records/record-sql.ts'
import type { Db } from '../../platform/database/db.ts'
import { firstRow } from '../../platform/database/first-row.ts'
import { idAt, wireTime } from '../../platform/database/sql-time.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'

const isRunning = sql<boolean>`(e.ended_at is null and e.until > clock_timestamp())`
const record = sql`${patientIdentityJson} || jsonb_build_object('is_deleted', p.deleted_at is not null) as record`
const ofRecord = sql`join patients p on p.project_id = e.project_id and p.patient_id = e.patient_id`

/** The caller's running ones, limited to one record if given. */
export const runningOf = async (db: Db, { person }: Caller, patient?: string) => {
  const { rows } = await sql<OpenEmergency>`
    select e.emergency_id, ${record}, ${wireTime('e.opened_at')} as opened_at, ${wireTime('e.until')} as until,
           greatest(1, ceil(extract(epoch from e.until - clock_timestamp())))::int as seconds_left
      from emergency_accesses e ${ofRecord}
     where e.provider_id = ${person} and ${isRunning} and p.deleted_at is null
       ${patient === undefined ? sql`` : sql`and e.patient_id = ${patient}`}
     order by e.until`.execute(db)
  return rows
}

export const addEmergency = async (db: Db, { person, role }: Caller, patient: string, reason: string) => {
  await sql`
    insert into emergency_accesses (emergency_id, patient_id, provider_id, role, reason, until)
    values (${uuid()}, ${patient}, ${person}, ${role}, ${reason}, now() + make_interval(mins => ${emergencyMinutes}))`.execute(
    db,
  )
}

const columns = ({ person, login }: Caller) => sql`
  e.emergency_id, jsonb_build_object('provider_id', v.code, 'name', ${fullName('v')}, 'role', e.role) as person, ${record}, e.reason,
  ${wireTime('e.opened_at')} as opened_at, ${wireTime(sql`coalesce(e.ended_at, e.until)`)} as until, ${isRunning} as is_open,
  coalesce(${fullName('b')}, '') as ended_by,
  case when e.finding is not null then jsonb_build_object('finding', e.finding, 'note', e.note, 'by', ${fullName('r')},
    'at', ${wireTime('e.reviewed_at')}) end as review,
  (e.provider_id = ${person} or v.login_id is not distinct from ${login}) as is_own, e.version`
const joined = sql`${ofRecord}
  join providers v on v.project_id = e.project_id and v.provider_id = e.provider_id
  left join providers b on b.project_id = e.project_id and b.provider_id = e.ended_by
  left join providers r on r.project_id = e.project_id and r.provider_id = e.reviewed_by`

const views = {
  open: isRunning,
  to_review: sql<boolean>`(e.finding is null)`,
  reviewed: sql<boolean>`(e.finding is not null)`,
} satisfies Record<EmergencyView, unknown>

export const countsOf = async (db: Db) => {
  const { rows } = await sql<Record<EmergencyView, number> & { time_zone: string }>`
    select time_zone, n.* from projects, (
      select (count(*) filter (where ${views.open}))::int as open, (count(*) filter (where ${views.to_review}))::int as to_review,
             (count(*) filter (where ${views.reviewed}))::int as reviewed
        from emergency_accesses e) n`.execute(db)
  const { time_zone, ...counts } = firstRow(rows)
  return { time_zone, counts }
}

export const emergenciesOf = async (
  db: Db,
  user: Caller,
  { view, page, page_size }: { view?: EmergencyView | undefined; page: number; page_size: number },
) => {
  const { rows } = await sql<EmergencyAccess>`
    select ${columns(user)} from emergency_accesses e ${joined} ${view ? sql`where ${views[view]}` : sql``}
     order by e.emergency_id desc limit ${page_size} offset ${(page - 1) * page_size}`.execute(db)
  return rows
}

export const emergencyOf = async (db: Db, user: Caller, id: string) => {
  const { rows } = await sql<EmergencyAccess>`
    select ${columns(user)} from emergency_accesses e ${joined} where e.emergency_id = ${id}`.execute(db)
  return firstRow(rows)
}

export type FoundEmergency = {
  emergency_id: string
  patient: string
  provider: string
  /** The user's, who may have another role here. */
  login: string | null
  is_open: boolean
  version: number
}
/** One of the scope, locked until the transaction ends. */
export const lockEmergency = async (db: Db, id: string) => {
  if (!isUuid(id)) return
  const { rows } = await sql<FoundEmergency>`
    select e.emergency_id, e.patient_id as patient, e.provider_id as provider, ${isRunning} as is_open, e.version,
           (select v.login_id from providers v where v.project_id = e.project_id and v.provider_id = e.provider_id) as login
      from emergency_accesses e where e.emergency_id = ${id} for update`.execute(db)
  return rows[0]
}

/** What the user did in the record while it was open, from the audit trail; without refusals. */
export const actsOf = async (db: Db, { emergency_id, opened_at, until }: EmergencyAccess) => {
  // An id begins with its time, so that the index finds the hour; plus a margin on both sides for clocks that differ.
  const [from, to] = [Date.parse(opened_at) - 60_000, Date.parse(until) + 60_000]
  const { rows } = await sql<{ event_id: string; at: string; action: string; is_opened: boolean }>`
    select a.event_id, ${wireTime('a.at')} as at, a.action, strpos(a.result, ${`emergency:${emergency_id}`}) > 0 as is_opened
      from emergency_accesses e
      join audit_events a on a.project_id = e.project_id and a.actor_id = e.provider_id and a.patient_id = e.patient_id
     where e.emergency_id = ${emergency_id} and a.event_id >= ${idAt(from)}::uuid and a.event_id < ${idAt(to)}::uuid
       and a.at >= e.opened_at and a.at <= coalesce(e.ended_at, e.until) and split_part(a.result, ' ', 1) = 'ok'
     order by a.event_id limit ${maxEmergencyActs}`.execute(db)
  return rows
}
