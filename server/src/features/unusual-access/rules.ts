import { hoursAroundOpening, manyRecords, nightHours, taskDays, type UnusualRule } from '@fornix/contract'
import { type RawBuilder, sql } from 'kysely'
import { notIn } from '../../platform/database/not-in.ts'
import type { CountedActions } from './actions.ts'

/** The days of a project to check. `from` begins a day of the site; the last day may still go on. */
export type Window = {
  project: string
  time_zone: string
  actions: CountedActions
  from: Date
  until: Date
  /** The folded last names that its providers have, or had. */
  readers: { provider_id: string; last_key: string }[]
  /** Ids of audit rows safely around the window, and around it with `taskDays` on both sides. */
  ids: { from: string; until: string; taskFrom: string; taskUntil: string }
}

const staffRoles = ['Physician', 'MRI-Tech', 'Nurse', 'Admin', 'SuperAdmin']

/** Work may follow the reading: a day is checked for tasks once it has been over for this long. */
const checkAfterHours = 6

/** `e` is each reading and each preview, `d` the readings of one record by one person on one day. */
export const readings = ({ project, time_zone, actions, from, until, ids }: Window) => sql`
  e as materialized (
    select actor_id as reader_id, patient_id, at, (at at time zone ${time_zone})::date as day,
           action <> all(${actions.previews}::text[]) as is_reading
      from audit_events
     where project_id = ${project} and event_id >= ${ids.from}::uuid and event_id < ${ids.until}::uuid
       and at >= ${from}::timestamptz - interval '1 hour' and at < ${until}
       and actor_id is not null and patient_id is not null and actor_role = any(${staffRoles}::text[])
       and ${notIn('action', actions.others)} and split_part(result, ' ', 1) = 'ok'
  ), d as materialized (
    select reader_id, patient_id, day, min(at) as first_at, max(at) as last_at, count(*)::int as reads
      from e where is_reading and at >= ${from} group by reader_id, patient_id, day
  )`

type Rule = (window: Window) => RawBuilder<unknown>

const sameLastName: Rule = ({ project, readers }) => sql`
  select distinct d.*, 1 as records
    from d
    join unnest(${readers.map(({ provider_id }) => provider_id)}::uuid[], ${readers.map(({ last_key }) => last_key)}::text[])
      as named (reader_id, last_key) on named.reader_id = d.reader_id
    join patients p on p.project_id = ${project} and p.patient_id = d.patient_id and p.last_key = named.last_key
    join providers v on v.project_id = ${project} and v.provider_id = d.reader_id
   where p.login_id is null or p.login_id is distinct from v.login_id`

/**
 * Each reading and each preview counts for an hour, or until the same record is read again.
 * The number at one moment is the different records of the hour before it.
 */
const manyRecordsRule: Rule = ({ time_zone, from }) => sql`
  select e.reader_id, null::uuid as patient_id, e.day, min(e.at) as first_at, max(e.at) as last_at,
         count(*)::int as reads, busy.records
    from (
      select reader_id, (at at time zone ${time_zone})::date as day, max(counting)::int as records
        from (
          select reader_id, at, sum(step) over (partition by reader_id order by at, step rows unbounded preceding) as counting
            from (
              select reader_id, at, 1 as step from e
              union all
              select reader_id, least(at + interval '1 hour', lead(at) over (partition by reader_id, patient_id order by at)), -1 from e
            ) steps
        ) levels
       where counting > ${manyRecords} group by 1, 2
    ) busy
    join e on e.reader_id = busy.reader_id and e.day = busy.day and e.at >= ${from}
   group by e.reader_id, e.day, busy.records`

const days = sql`make_interval(days => ${taskDays})`

/** A person's reasons to open a record, as far as the database knows; each as a condition over `d`. */
const tasks: Rule[] = [
  ({ project }) => sql`
    select from appointments a where a.project_id = ${project} and a.patient_id = d.patient_id
       and a.starts_at between d.first_at - ${days} and d.last_at + ${days}`,
  ({ project }) => sql`
    select from patients p where p.project_id = ${project} and p.patient_id = d.patient_id and p.physician_id = d.reader_id`,
  ({ project }) => sql`
    select from work_items w where w.project_id = ${project} and w.patient_id = d.patient_id and w.assignee_id = d.reader_id`,
  ({ project }) => sql`
    select from access_requests q where q.project_id = ${project} and q.patient_id = d.patient_id and q.status = 'pending'`,
  ({ project }) => sql`
    select from reimbursements m where m.project_id = ${project} and m.patient_id = d.patient_id
       and m.deleted_at is null and m.status not in ('Paid', 'Rejected')`,
  ({ project, actions, ids }) => sql`
    select from audit_events a
     where a.project_id = ${project} and a.patient_id = d.patient_id
       and a.event_id >= ${ids.taskFrom}::uuid and a.event_id < ${ids.taskUntil}::uuid
       and a.at between d.first_at - ${days} and d.last_at + ${days}
       and ((a.actor_id = d.reader_id and a.action = any(${actions.work}::text[]))
         or (a.actor_role <> all(${staffRoles}::text[]) and a.action = any(${actions.requests}::text[]) and a.at <= d.last_at))`,
]

const noTask: Rule = (window) => sql`
  select d.*, 1 as records from d
   where (d.day + 1)::timestamp at time zone ${window.time_zone} + make_interval(hours => ${checkAfterHours}) <= ${window.until}
     and ${sql.join(
       tasks.map((task) => sql`not exists (${task(window)})`),
       sql` and `,
     )}`

const atNight: Rule = ({ project, time_zone, from }) => sql`
  select reader_id, patient_id, day, min(at) as first_at, max(at) as last_at, count(*)::int as reads, 1 as records
    from (select *, at at time zone ${time_zone} as local from e where is_reading and at >= ${from}) n
   where (extract(hour from local) >= ${nightHours.from} or extract(hour from local) < ${nightHours.to})
     and not exists (
       select from opening_hours h
        cross join (values (-1), (0), (1)) beside (days)
        where h.project_id = ${project} and h.weekday = extract(isodow from day + beside.days)
          and local >= day + beside.days + h.opens - make_interval(hours => ${hoursAroundOpening})
          and local <= day + beside.days + h.closes + make_interval(hours => ${hoursAroundOpening})
          and not exists (select from closed_days c where c.project_id = ${project} and c.day = n.day + beside.days))
   group by reader_id, patient_id, day`

/** Each rule's query over `e` and `d`, in one shape. Its name and sentence are in the contract. */
export const queries: Record<UnusualRule, Rule> = {
  same_last_name: sameLastName,
  many_records: manyRecordsRule,
  no_task: noTask,
  night: atNight,
}
