import { admins, type UnusualAccess, type UnusualFilters, type UnusualState, unusualStates } from '@fornix/contract'
import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { colleagueJson, fullName, patientIdentityJson } from '../../clinic/records/record-sql.ts'
import type { Db } from '../../platform/database/db.ts'
import { firstRow } from '../../platform/database/first-row.ts'
import { wireTime } from '../../platform/database/sql-time.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'

const isActiveAdmin = sql`role = any(${[...admins]}::text[]) and register_status = 'Registered' and deleted_at is null`

/** Nobody decides about their own reading, except a SuperAdmin without another admin. */
const mayDecide = ({ person, role }: Caller) => sql<boolean>`
  (u.reader_id <> ${person} or (${role === 'SuperAdmin'} and (select count(*) from providers where ${isActiveAdmin}) = 1))`

const columns = (user: Caller) => sql`
  u.finding_id, u.rule, u.state, ${colleagueJson('v')} || jsonb_build_object('role', v.role) as reader,
  case when p.patient_id is not null then ${patientIdentityJson} || jsonb_build_object('is_deleted', p.deleted_at is not null) end as record,
  u.day::text as day, ${wireTime('u.first_at')} as first_at, ${wireTime('u.last_at')} as last_at, u.reads, u.records,
  case when u.decided_at is not null then jsonb_build_object('by', ${fullName('b')}, 'at', ${wireTime('u.decided_at')},
    'reason', u.reason, 'assignee', ${colleagueJson('a')}) end as decision,
  ${mayDecide(user)} as may_decide, u.version`
const joined = sql`
  join providers v on v.project_id = u.project_id and v.provider_id = u.reader_id
  left join patients p on p.project_id = u.project_id and p.patient_id = u.patient_id
  left join providers b on b.project_id = u.project_id and b.provider_id = u.decided_by
  left join providers a on a.project_id = u.project_id and a.provider_id = u.assignee_id`

/**
 * Every filter except the state, since each state has its count.
 * Cases still open are listed whatever their date: the weekly email counts them, and somebody has to decide.
 */
const narrowed = ({ rule, person, days }: UnusualFilters) => {
  const conditions = [sql`(u.state <> 'explained' or u.last_at > now() - make_interval(days => ${Number(days)}))`]
  if (rule) conditions.push(sql`u.rule = ${rule}`)
  if (person) conditions.push(sql`u.reader_id = (select provider_id from providers where code = ${person})`)
  return sql.join(conditions, sql` and `)
}

export const countsOf = async (db: Db, filters: UnusualFilters) => {
  const { rows } = await sql<{ state: UnusualState; n: number }>`
    select u.state, count(*)::int as n from unusual_access u where ${narrowed(filters)} group by u.state`.execute(db)
  const counted = new Map(rows.map(({ state, n }) => [state, n]))
  return Object.fromEntries(unusualStates.map((state) => [state, counted.get(state) ?? 0])) as Record<
    UnusualState,
    number
  >
}

export const findingsOf = async (
  db: Db,
  user: Caller,
  filters: UnusualFilters & { page: number; page_size: number },
) => {
  const { state, page, page_size } = filters
  const ofState: RawBuilder<unknown> = state ? sql`and u.state = ${state}` : sql``
  const { rows } = await sql<UnusualAccess>`
    select ${columns(user)}
      from (select * from unusual_access u where ${narrowed(filters)} ${ofState}
             order by u.last_at desc, u.finding_id desc limit ${page_size} offset ${(page - 1) * page_size}) u
      ${joined} order by u.last_at desc, u.finding_id desc`.execute(db)
  return rows
}

export const findingOf = async (db: Db, user: Caller, id: string) => {
  const { rows } = await sql<UnusualAccess>`
    select ${columns(user)} from unusual_access u ${joined} where u.finding_id = ${id}`.execute(db)
  return firstRow(rows)
}

/** One of the scope, locked until the transaction ends. */
export const lockFinding = async (db: Db, user: Caller, id: string) => {
  if (!isUuid(id)) return
  const { rows } = await sql<{
    finding_id: string
    reader_id: string
    patient_id: string | null
    version: number
    may_decide: boolean
  }>`
    select u.finding_id, u.reader_id, u.patient_id, u.version, ${mayDecide(user)} as may_decide
      from unusual_access u where u.finding_id = ${id} for update`.execute(db)
  return rows[0]
}

/** An admin who can follow something up. */
export const findAdmin = async (db: Db, code: string) => {
  const { rows } = await sql<{ provider_id: string }>`
    select provider_id from providers where code = ${code} and ${isActiveAdmin}`.execute(db)
  return rows[0]?.provider_id
}

export const siteOf = async (db: Db) => {
  const { rows } = await sql<{ time_zone: string; looked_through: string | null; emergencies: number }>`
    select time_zone, (select count(*)::int from emergency_accesses where finding is null) as emergencies, (select ${wireTime('looked_through')} from unusual_access_watch) as looked_through from projects`.execute(
    db,
  )
  return firstRow(rows)
}
