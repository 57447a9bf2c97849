import {
  countedGrounds,
  enrollmentOrder,
  enrollmentSteps,
  isDenial,
  minAnswers,
  type ReportName,
  ratedNames,
  refusalGroundNames,
} from '@fornix/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { todayAtSite } from '../../platform/database/sql-time.ts'
import { type Period, partOf, parts, within } from './period.ts'

/**
 * Deleted records are not counted. They are few, and an index has them.
 * A merged record is not deleted for this purpose as long as the kept one is not:
 * what stays with it, such as approved requests, was counted, and a merge does not change what happened in a month.
 */
const isNotDeleted = (of: string) => sql`not exists (
  select from patients p where p.deleted_at is not null
     and p.project_id = ${sql.ref(`${of}.project_id`)} and p.patient_id = ${sql.ref(`${of}.patient_id`)}
     and not exists (
       select from record_merges m join patients k on k.project_id = m.project_id and k.patient_id = m.patient_id
        where m.project_id = p.project_id and m.merged_id = p.patient_id and m.undone_at is null and k.deleted_at is null))`

/** A request left pending with a merged record is the same as one of the kept record, and waits for nobody. */
const isCounted = sql`(${isNotDeleted('r')} and (r.status <> 'pending' or not exists (
  select from patients p where p.deleted_at is not null and p.project_id = r.project_id and p.patient_id = r.patient_id)))`

const total = (column: string) => sql`coalesce(sum(${sql.ref(column)}), 0)::int as ${sql.ref(column)}`
const dollars = (column: string) =>
  sql`coalesce(sum(${sql.ref(column)}), 0)::numeric(14, 2)::text as ${sql.ref(column)}`
const hours = (place: number) => sql`round((waits)[${sql.lit(place)}]::numeric, 1)::float8`

const steps = sql`${[...enrollmentSteps]}::text[]`
const noDenials = refusalGroundNames.filter((ground) => !isDenial(ground))

export type Line = Record<string, string | number | null>

const countAndSum = (name: string) =>
  sql`count(${sql.ref(name)}) as ${sql.ref(`${name}_answers`)}, sum(${sql.ref(name)}) as ${sql.ref(`${name}_points`)}`
const countedRow = (name: string, place: number) =>
  sql`(${sql.lit(name)}, ${sql.lit(place)}, ${sql.ref(`c.${name}_answers`)}, ${sql.ref(`c.${name}_points`)})`

/** Each report's lines in order. A null in the first column is a total. */
const lines: Record<ReportName, (period: Period) => RawBuilder<Line>> = {
  // A patient scanned who has withdrawn since got as far as the scan: the status history has it.
  enrollment: (period) => sql`
    with added as (
      select p.status, greatest(array_position(${steps}, p.status),
               (select max(array_position(${steps}, h.status)) from patient_status_history h
                 where h.project_id = p.project_id and h.patient_id = p.patient_id
                   and not exists (select from patient_status_history u where u.project_id = h.project_id
                                    and u.patient_id = h.patient_id and u.undoes = h.change_id))) as step
        from patients p where p.deleted_at is null and ${within(sql`p.created_at`, period)})
    select s.status, ${total('patients')}, case when s.status = any(${steps}) then
             (select count(*)::int from added where step >= array_position(${steps}, s.status)) end as reached
      from unnest(${[...enrollmentOrder]}::text[]) with ordinality s(status, place)
      left join (select status, count(*) as patients from added group by status) p on p.status = s.status
     group by grouping sets ((s.status, s.place), ()) order by s.place`,

  // The newest step is the visit's state; a rescheduled one begins anew.
  visits: (period) => sql`
    with ${parts('week', period)},
    step as (
      select s.appointment_id, s.starts_at, s.status from visit_steps s
       where s.status in ('done', 'no_show') and ${within(sql`s.starts_at`, period)}
         and not exists (select from visit_steps later
                          where later.project_id = s.project_id and later.appointment_id = s.appointment_id
                            and later.starts_at = s.starts_at and (later.made_at, later.step_id) > (s.made_at, s.step_id))),
    visit as (
      select ${partOf(sql`a.starts_at`)} as n, case when a.status = 'cancelled' then 'canceled' else coalesce(step.status, 'booked') end as state
        from appointments a left join step on step.appointment_id = a.appointment_id and step.starts_at = a.starts_at
       where ${within(sql`a.starts_at`, period)} and ${isNotDeleted('a')}),
    counted as (
      select n, count(*) filter (where state = 'done') as done, count(*) filter (where state = 'no_show') as no_show,
             count(*) filter (where state = 'canceled') as canceled, count(*) filter (where state = 'booked') as booked
        from visit group by n)
    select part.name as week, ${total('done')}, ${total('no_show')}, ${total('canceled')}, ${total('booked')}
      from part left join counted using (n)
     group by grouping sets ((n, part.name), ()) order by n`,

  // By the month of the decision: of a current month's requests, only the quick ones are decided.
  access: (period) => sql`
    with ${parts('month', period)},
    decided as (
      select ${partOf(sql`r.decided_at`)} as n, date_part('epoch', r.decided_at - r.requested_at) / 3600 as hours
        from access_requests r
       where r.status = 'approved' and ${within(sql`r.decided_at`, period)} and ${isNotDeleted('r')}),
    waited as (
      select n, part.name, count(hours)::int as approved, percentile_cont(array[0.5, 0.9]) within group (order by hours) as waits
        from part left join decided using (n) group by grouping sets ((n, part.name), ()))
    select name as month, approved, ${hours(1)} as median_hours, ${hours(2)} as p90_hours from waited order by n`,

  // By the month of the request: received is the sum of answered, returned to the patient in time, and open.
  // If an answered one was taken back before this was stored, the date is unknown: it counts only as received.
  requests: (period) => sql`
    with ${parts('month', period)},
    request as (
      select ${partOf(sql`r.requested_at`)} as n, r.status, r.extended_at, r.answered_at, r.answered_at - r.requested_at as took,
             (r.answered_at at time zone ${period.time_zone})::date <= r.due_on as is_in_time,
             r.status = 'declined' and coalesce(r.ground = any(${noDenials}::text[]), false) as is_no_denial
        from access_requests r
       where r.form_file_id is not null and ${within(sql`r.requested_at`, period)} and ${isCounted}),
    counted as (
      select n, part.name, count(status)::int as received, (count(*) filter (where is_in_time and not is_no_denial))::int as in_time,
             (count(*) filter (where not is_in_time))::int as late,
             (count(*) filter (where is_in_time and is_no_denial))::int as returned, (count(*) filter (where status = 'pending'))::int as open,
             count(extended_at)::int as extended, (count(*) filter (where status = 'declined' and not is_no_denial))::int as declined,
             percentile_cont(0.5) within group (order by date_part('epoch', took) / 86400) filter (where not is_no_denial) as days
        from part left join request using (n) group by grouping sets ((n, part.name), ()))
    select name as month, received, in_time, late, returned, open, extended, declined, round(days::numeric, 1)::float8 as median_days
      from counted order by n`,

  refusals: (period) => sql`
    select g.ground, ${total('declined')}
      from unnest(${[...countedGrounds]}::text[]) with ordinality g(ground, place)
      left join (select coalesce(r.ground, 'none') as ground, count(*) as declined from access_requests r
                  where r.status = 'declined' and ${within(sql`r.requested_at`, period)} and ${isNotDeleted('r')} group by 1) r on r.ground = g.ground
     group by grouping sets ((g.ground, g.place), ()) order by g.place`,

  reimbursements: (period) => sql`
    with ${parts('month', period)},
    request as (
      select ${partOf(sql`r.created_at`)} as n, r.status, r.amount, r.paid_amount from reimbursements r
       where r.deleted_at is null and ${within(sql`r.created_at`, period)} and ${isNotDeleted('r')}),
    counted as (
      select n, count(*) as requests, sum(amount) as submitted, sum(paid_amount) as paid,
             sum(amount) filter (where status not in ('Paid', 'Rejected')) as open, sum(amount) filter (where status = 'Rejected') as rejected
        from request group by n)
    select part.name as month, ${total('requests')}, ${dollars('submitted')}, ${dollars('paid')}, ${dollars('open')}, ${dollars('rejected')}
      from part left join counted using (n)
     group by grouping sets ((n, part.name), ()) order by n`,

  // What a month withholds must not follow from the total either: months with too few answers are left out of it, too.
  surveys: (period) => sql`
    with ${parts('month', period)},
    survey as (select ${partOf(sql`s.submitted_at`)} as n, ${sql.join(ratedNames.map((name) => sql.ref(`s.${name}`)))} from surveys s where ${within(sql`s.submitted_at`, period)} and ${isNotDeleted('s')}),
    counted as (select n, ${sql.join(ratedNames.map(countAndSum))} from survey group by n),
    cells as (
      select part.name as month, q.question, q.place, coalesce(q.answers, 0)::int as answers, coalesce(q.points, 0)::int as points
        from part left join counted c using (n)
       cross join lateral (values ${sql.join(ratedNames.map(countedRow))}) q(question, place, answers, points)),
    weighed as (
      select *, answers >= ${minAnswers}
             or sum(answers) filter (where answers < ${minAnswers}) over (partition by question) >= ${minAnswers} as in_total
        from cells),
    sums as (
      select month, question, place, answers, points from cells
      union all
      select null, question, place, coalesce(sum(answers) filter (where in_total), least(sum(answers), 1))::int, sum(points) filter (where in_total)::int
        from weighed group by question, place)
    select month, question, case when answers = 0 or answers >= ${minAnswers} then answers end as answers,
           case when answers >= ${minAnswers} then round(points::numeric / answers, 1)::float8 end as average
      from sums order by month, place`,
}

/** PostgreSQL would compile these queries, which takes seconds more than it saves: the lines are few. */
export const linesOf = async (db: Db, name: ReportName, period: Period) => {
  await sql`set local jit = off`.execute(db)
  return (await lines[name](period).execute(db)).rows
}

/** Of patients who are not deleted, whenever they asked. */
export const waitingRequests = async (db: Db) =>
  (
    await sql<{ waiting: number }>`
      select count(*)::int as waiting from access_requests r where r.status = 'pending' and ${isCounted}`.execute(db)
  ).rows[0]?.waiting ?? 0

/** Overdue requests of a period. */
export const overdueRequests = async (db: Db, period: Period) =>
  (
    await sql<{ overdue: number }>`
      select count(*)::int as overdue from access_requests r
       where r.status = 'pending' and r.due_on < ${todayAtSite} and ${within(sql`r.requested_at`, period)} and ${isCounted}`.execute(
      db,
    )
  ).rows[0]?.overdue ?? 0
