import { type FreeSlot, slotMinutes } from '@fornix/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { firstRow } from '../../platform/database/first-row.ts'
import { wireTime } from '../../platform/database/sql-time.ts'

const step = sql.raw(`interval '${slotMinutes} minutes'`)
const gridSeconds = sql.raw(String(slotMinutes * 60))
const zone = sql`(select time_zone from projects where project_id = current_setting('app.project_id')::uuid)`

export const startOf = wireTime(sql`starts_at`)
export const endOf = wireTime(sql`(starts_at + ${step})`)

/**
 * The half hours of some days' opening hours, as moments.
 * The hours are local: the database turns both ends into moments and counts real half hours between them.
 * So a day on which clocks change has the slots that it really has.
 */
const offered = (days: RawBuilder<unknown>) => sql`
  select distinct starts_at
    from (select d.day::date as day from ${days} d(day)) days
    join opening_hours o on o.weekday = extract(isodow from day)
   cross join lateral (select (day + opens) at time zone ${zone} as first, (day + closes) at time zone ${zone} as last) w
   cross join lateral generate_series(to_timestamp(ceil(extract(epoch from first) / ${gridSeconds}) * ${gridSeconds}), last - ${step}, ${step}) starts_at
   where not exists (select from closed_days c where c.day = days.day)`

/** How many patients can be scanned then: as many as there are free scanners in service. */
const freeCount = sql<number>`(select count(*)::int from scanners s where s.in_service and not exists (
  select from taken_slots t where t.scanner_id = s.scanner_id and t.starts_at = o.starts_at))`
const isOwn = (patient: string) => sql<boolean>`exists (select from appointments a
  where a.patient_id = ${patient} and a.starts_at = o.starts_at and a.status = 'booked')`

/** Hours that end at midnight or beyond a change of clocks still belong to the day in which they begin. */
const daysUpTo = (day: RawBuilder<unknown>) => sql`generate_series(${day} - 1, ${day}, interval '1 day')`

type Days = { from: string; to: string }
const ahead = ({ from, to }: Days, condition: RawBuilder<unknown>) => sql<FreeSlot>`
  select ${startOf} as start, ${endOf} as "end", free
    from (select o.starts_at, ${freeCount} as free
            from (${offered(sql`generate_series(${from}::date, ${to}::date, interval '1 day')`)}) o
           where o.starts_at > now() and ${condition}) o
   where free > 0
   order by starts_at`

/** The free slots between two days of the site, both included. */
export const openSlots = async (db: Db, days: Days) => (await ahead(days, sql`true`).execute(db)).rows
/** The ones that a patient can book. */
export const freeSlots = async (db: Db, patient: string, days: Days) =>
  (await ahead(days, sql`not ${isOwn(patient)}`).execute(db)).rows

/** Locked against changes of the hours until the booking is made or refused: one of the two sees what the other did. */
export const holdHours = (db: Db) => db.selectFrom('schedules').select('version').forShare().execute()

export type StartValidity = { past: boolean; closed: boolean; offered: boolean; own: boolean; from: string; to: string }

/** The objections to a wanted start; `from` and `to` are the month around it, for a refusal's new list. */
export const checkStart = async (db: Db, patient: string, start: string) => {
  const { rows } = await sql<StartValidity>`
    with o as (select ${start}::timestamptz as starts_at), d as (select (starts_at at time zone ${zone})::date as day from o)
    select starts_at <= now() as past,
           exists (select from closed_days c where c.day = d.day) as closed,
           starts_at in (${offered(daysUpTo(sql`d.day`))}) as offered,
           ${isOwn(patient)} as own,
           to_char(date_trunc('month', d.day), 'YYYY-MM-DD') as from,
           to_char(date_trunc('month', d.day) + interval '1 month - 1 day', 'YYYY-MM-DD') as to
      from o, d`.execute(db)
  return firstRow(rows)
}

/** The starts of visits from now on that the current hours do not offer, one for each visit. */
export const outsideHours = async (db: Db) => {
  const { rows } = await sql<{ start: string }>`
    with o as (select starts_at from appointments where status = 'booked' and starts_at > now()),
         d as (select distinct (starts_at at time zone ${zone})::date as day from o)
    select ${startOf} as start from o
     where starts_at not in (${offered(sql`(select distinct near from d cross join lateral ${daysUpTo(sql`d.day`)} near)`)})
     order by starts_at`.execute(db)
  return rows.map(({ start }) => start)
}
