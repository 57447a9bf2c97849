import { dayMs, hourMs, keysOf } from '@fornix/contract'
import { sql } from 'kysely'
import type { AuditActions } from '../../platform/audit/action-rules.ts'
import { allProjects, openOnes } from '../../platform/audit/audit.ts'
import { runEvery } from '../../platform/base/run-every.ts'
import type { Db } from '../../platform/database/db.ts'
import { firstRow } from '../../platform/database/first-row.ts'
import { idAt } from '../../platform/database/sql-time.ts'
import type { Platform } from '../../platform.ts'
import { type CountedActions, countedActions } from './actions.ts'
import { lastNames } from './last-names.ts'
import { queries, readings, type Window } from './rules.ts'
import { mailWeekly } from './weekly-mail.ts'

const everyMs = 60_000
/** For a project's first check. */
const firstDays = 90
/** In one transaction. */
const maxDays = 7
/** Late rows are found when their days are checked again: all of the hours before are, each time. */
const againHours = 12
/** How far a row's time may differ from that of its id, plus the hour before the window. */
const marginMs = 2 * hourMs
const taskMs = 15 * dayMs

type Looking = { project: string; actions: CountedActions; now: Date }

const windowOf = async (db: Db, { project, actions, now }: Looking, looked: number): Promise<Window> => {
  const { rows } = await sql<{ time_zone: string; from: string }>`
    select time_zone, date_trunc('day', ${new Date(looked - againHours * hourMs)}::timestamptz, time_zone) as "from"
      from projects where project_id = ${project}`.execute(db)
  const { time_zone, from } = firstRow(rows)
  const [start, end] = [Date.parse(from), Math.min(now.getTime(), looked + maxDays * dayMs)]
  return {
    project,
    time_zone,
    actions,
    from: new Date(start),
    until: new Date(end),
    readers: await lastNames(db, project),
    ids: {
      from: idAt(start - marginMs),
      until: idAt(end + marginMs),
      taskFrom: idAt(start - taskMs),
      taskUntil: idAt(end + taskMs),
    },
  }
}

/** An earlier finding grows with its day; an admin's decision about it stays. */
const find = (db: Db, window: Window, now: Date) => {
  const found = keysOf(queries).map(
    (rule) => sql`
      select ${rule} as rule, reader_id, patient_id, day, first_at, last_at, reads, records from (${queries[rule](window)}) f`,
  )
  return sql`
    with ${readings(window)}
    insert into unusual_access as u (project_id, rule, reader_id, patient_id, day, first_at, last_at, reads, records, found_at)
      select ${window.project}::uuid, f.rule, f.reader_id, f.patient_id, f.day, f.first_at, f.last_at, f.reads, f.records, ${now}
        from (${sql.join(found, sql` union all `)}) f
        join providers v on v.project_id = ${window.project} and v.provider_id = f.reader_id
        left join patients p on p.project_id = ${window.project} and p.patient_id = f.patient_id
       where f.patient_id is null or p.patient_id is not null
    on conflict (project_id, rule, reader_id, day, coalesce(patient_id, '00000000-0000-0000-0000-000000000000'))
    do update set first_at = excluded.first_at, last_at = excluded.last_at, reads = excluded.reads, records = excluded.records
     where (u.first_at, u.last_at, u.reads, u.records)
           is distinct from (excluded.first_at, excluded.last_at, excluded.reads, excluded.records)`.execute(db)
}

/** Checks some more days of a project; true while there are more. A working node keeps others off. */
const step = async (db: Db, looking: Looking) => {
  const { project, now } = looking
  await sql`
    insert into unusual_access_watch (project_id, looked_through, mailed_week)
      select project_id, ${new Date(now.getTime() - firstDays * dayMs)}, date_trunc('week', ${now}::timestamptz at time zone time_zone)::date
        from projects where project_id = ${project}
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ looked_through: string }>`
    select looked_through from unusual_access_watch where project_id = ${project} for update skip locked`.execute(db)
  const looked = Date.parse(rows[0]?.looked_through ?? now.toISOString())
  if (looked >= now.getTime()) return false
  const window = await windowOf(db, looking, looked)
  await find(db, window, now)
  await sql`update unusual_access_watch set looked_through = ${window.until} where project_id = ${project}`.execute(db)
  return window.until < now
}

/** Checks what was read in every project since the last time, as of `now`. */
export const detectUnusualAccess = async (
  { database }: Pick<Platform, 'database'>,
  declared: AuditActions,
  now = new Date(),
) => {
  const actions = countedActions(declared)
  const watched = await database.unscoped('the projects to watch', async (db) => openOnes(db, await allProjects(db)))
  for (const project of watched)
    while (await database.unscoped('watch who reads what', (db) => step(db, { project, actions, now })));
}

/** Checks every minute, until stopped. */
export const startWatching = (actions: AuditActions) => (platform: Pick<Platform, 'database' | 'config' | 'log'>) =>
  runEvery(
    { job: 'unusual-access', everyMs, log: platform.log, failure: 'watching the audit trail failed' },
    async () => {
      await detectUnusualAccess(platform, actions)
      await mailWeekly(platform)
    },
  )
