import { type AuditFilters, type AuditGroup, auditGroups, maxAuditRows } from '@fornix/contract'
import { type RawBuilder, sql } from 'kysely'
import { withMerged } from '../../clinic/records/merged-records.ts'
import { fullName, wireBirthDate } from '../../clinic/records/record-sql.ts'
import type { AuditActions } from '../../platform/audit/action-rules.ts'
import type { AuditAction } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { idAt, wireTime } from '../../platform/database/sql-time.ts'
import { actionsOfKind, ofKind, refusalsOf } from './kinds.ts'

type Rule = RawBuilder<unknown>

/** How far a row's time may differ from the time in its id. */
const clocksMs = 5 * 60_000

/** The site's time zone, and where its days begin and end. */
export const siteDays = async (db: Db, { from, to }: Pick<AuditFilters, 'from' | 'to'>) => {
  const { rows } = await sql<{ time_zone: string; from_ms: number | null; to_ms: number | null }>`
    select time_zone, extract(epoch from ${from ?? null}::date::timestamp at time zone time_zone)::float8 * 1000 as from_ms,
           extract(epoch from (${to ?? null}::date + 1)::timestamp at time zone time_zone)::float8 * 1000 as to_ms
      from projects`.execute(db)
  const [site] = rows
  if (!site) throw new Error('A scope without a project')
  return site
}

/** The id gives the range of an index, the time decides. */
const ofDays = ({ from_ms, to_ms }: Awaited<ReturnType<typeof siteDays>>): Rule[] => [
  ...(from_ms === null
    ? []
    : [sql`e.event_id >= ${idAt(from_ms - clocksMs)}::uuid and e.at >= to_timestamp(${from_ms / 1000})`]),
  ...(to_ms === null
    ? []
    : [sql`e.event_id < ${idAt(to_ms + clocksMs)}::uuid and e.at < to_timestamp(${to_ms / 1000})`]),
]

const roleOfGroup: Record<Exclude<AuditGroup, 'visitors'>, string> = { patients: 'Patient', portal: 'system' }

/** Its actor is the account, which names nobody: whoever tried was not signed in. */
export const failedSignIn: AuditAction = 'session.refused'

const byActor = async (db: Db, person: string): Promise<Rule | null> => {
  const group = auditGroups.find((one) => one === person)
  if (group === 'visitors') return sql`(e.actor_id is null and e.actor_role = 'visitor' or e.action = ${failedSignIn})`
  if (group) {
    const role = roleOfGroup[group]
    return role === 'Patient' ? sql`e.actor_role = ${role}` : sql`e.actor_id is null and e.actor_role = ${role}`
  }
  const found = await db.selectFrom('providers').select('provider_id').where('code', '=', person).executeTakeFirst()
  return found ? sql`e.actor_id = ${found.provider_id}` : null
}

/** Failed sign-ins to an account are not what its owner did: they are shown only if that kind is chosen. */
const byPerson = async (db: Db, { person, kind }: Pick<AuditFilters, 'person' | 'kind'>): Promise<Rule | null> => {
  const rule = await byActor(db, person ?? '')
  return !rule || person === 'visitors' || kind === 'failed-sign-ins'
    ? rule
    : sql`${rule} and e.action <> ${failedSignIn}`
}

const byPatient = async (db: Db, code: string): Promise<Rule | null> => {
  const found = await db.selectFrom('patients').select('patient_id').where('code', '=', code).executeTakeFirst()
  return found ? sql`e.patient_id = any(${await withMerged(db, found.patient_id)}::uuid[])` : null
}

/**
 * Every record that a study may have been in: the one that has it, those that it arrived in, was assigned to, taken from, or requested in,
 * and those that were merged with one of these, also if that was undone. Too many do no harm: a row must name the study, too.
 */
const recordsOf = sql`array(
  with recursive records (id) as (
    select unnest(array[s.patient_id, m.previous_patient_id])
    union select r.patient_id from access_requests r where r.study_id = s.study_id
    union select d.patient_id from audit_events d
           where d.action in ('unmatched_study.assign', 'unmatched_study.reject', 'unmatched_study.undo', 'images.store') and d.object_id = s.study_uid
    union select other from records join record_merges g on id in (g.patient_id, g.kept_id, g.merged_id)
                 cross join unnest(array[g.patient_id, g.kept_id, g.merged_id]) other)
  select id::text from records where id is not null)`

/**
 * Who opened or decided it; the thumbnails that a list draws would hide them.
 * A study is named by its own UID, its series' UIDs, and its requests; rows of a series name the study in their result (`openAs`).
 */
const byStudy = async (db: Db, actions: AuditActions, uid: string): Promise<Rule | null> => {
  const { rows } = await sql<{ objects: string[]; patients: string[] }>`
    select array[s.study_uid, s.study_id::text, s.series_uid]
           || array(select distinct series_uid from archive_instances a where a.study_uid = s.study_uid)
           || array(select request_id::text from access_requests r where r.study_id = s.study_id) as objects,
           ${recordsOf} as patients
      from studies s left join study_matching m using (project_id, study_id)
     where s.study_uid = ${uid}`.execute(db)
  const [study] = rows
  if (!study) return null
  const objects = study.objects.filter((object) => object !== '')
  return sql`(e.patient_id = any(${study.patients}::uuid[]) or e.patient_id is null)
    and e.action = any(${actionsOfKind(actions, 'scans').filter((action) => action !== 'images.thumbnail')}::text[])
    and (e.object_id = any(${objects}::text[]) or strpos(e.result || ' ', ${` In study ${uid} `}) > 0)`
}

/** The matching rows; null if a filter names nobody and nothing in this project. */
export const rulesOf = async (
  db: Db,
  actions: AuditActions,
  filters: AuditFilters & { through?: string | undefined },
  site: Awaited<ReturnType<typeof siteDays>>,
): Promise<Rule | null> => {
  const { patient, study, person, kind, result, through } = filters
  const named = [
    ...(patient ? [await byPatient(db, patient)] : []),
    ...(study ? [await byStudy(db, actions, study)] : []),
    ...(person ? [await byPerson(db, filters)] : []),
  ]
  const rules = named.flatMap((rule) => rule ?? [])
  if (rules.length < named.length) return null
  if (kind) rules.push(ofKind(actions, kind))
  if (result === 'refused') rules.push(sql`e.action = any(${refusalsOf(actions)}::text[])`)
  if (result === 'done') rules.push(sql`e.action <> all(${refusalsOf(actions)}::text[])`)
  if (through) rules.push(sql`e.event_id <= ${through}`)
  // The demo's own marks have ids without a time.
  return sql.join([...rules, ...ofDays(site), sql`e.action <> 'demo.seed'`], sql` and `)
}

export const countOf = async (db: Db, rules: Rule) => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select from audit_events e where ${rules} limit ${maxAuditRows + 1}) counted`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

export type AuditEventRow = {
  event_id: string
  at: string
  actor_role: string
  actor_name: string | null
  actor_code: string | null
  action: string
  object_id: string
  result: string
  request_id: string
  has_record: boolean
  patient_id: string | null
  patient_name: string | null
  dob: string | null
  is_deleted: boolean | null
  file_name: string | null
  /** The eight DICOM digits. */
  study_date: string | null
  provider_name: string | null
}

const isUuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
const nameOrNull = (alias: string) => sql`nullif(${fullName(alias)}, '')`

/** For a series, the patient's studies are searched, because only they are few. */
const studyDate = sql`coalesce(
  (select s.study_date from studies s where s.study_uid = e.object_id),
  (select s.study_date from studies s where s.study_id = e.thing),
  (select s.study_date from access_requests r join studies s using (project_id, study_id) where r.request_id = e.thing),
  (select max(s.study_date) from studies s where s.patient_id = e.patient_id and e.object_id <> '' and (s.series_uid = e.object_id
     or exists (select from archive_instances a where a.study_uid = s.study_uid and a.series_uid = e.object_id))))`

/** The newest rows, starting after a row or an offset; names are looked up for these alone. */
export const eventsOf = async (
  db: Db,
  rules: Rule,
  { after, skip = 0, size }: { after?: string | undefined; skip?: number; size: number },
) => {
  const { rows } = await sql<AuditEventRow>`
    with e as materialized (
      select *, case when object_id ~ ${isUuid} then object_id::uuid end as thing
        from audit_events e where ${rules} ${after ? sql`and e.event_id < ${after}` : sql``}
       order by e.event_id desc limit ${size} offset ${skip})
    select e.event_id, ${wireTime('e.at')} as at, e.actor_role, e.action, e.object_id, e.result, e.request_id,
           coalesce(${nameOrNull('v')}, ${nameOrNull('a')}, ${nameOrNull('g')} || ' (' || g.email || '), for ' || ${nameOrNull('h')}) as actor_name, coalesce(v.code, a.code) as actor_code, e.patient_id is not null as has_record,
           p.code as patient_id, ${nameOrNull('p')} as patient_name, ${wireBirthDate} as dob,
           p.deleted_at is not null as is_deleted, f.file_name, ${studyDate} as study_date, ${nameOrNull('o')} as provider_name
      from e
      left join providers v on v.provider_id = e.actor_id
      left join patients a on a.patient_id = e.actor_id
      left join caregivers g on g.caregiver_id = e.actor_id
      left join patients h on h.patient_id = g.patient_id
      left join patients p on p.patient_id = e.patient_id
      left join files f on f.file_id = e.thing
      left join providers o on o.provider_id = e.thing
     order by e.event_id desc`.execute(db)
  return rows
}

export const peopleOf = async (db: Db) => {
  const { rows } = await sql<{ provider_id: string; name: string; role: string; has_left: boolean }>`
    select code as provider_id, coalesce(${nameOrNull('v')}, email) as name, role, deleted_at is not null as has_left
      from providers v order by deleted_at is not null, last_name, first_name, code limit 2000`.execute(db)
  return rows
}
