import { type ReportPeriod, siteDay } from '@fornix/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { siteZoneOf } from '../../platform/database/sql-time.ts'

export type Period = { from: string; to: string; time_zone: string }

/** The requested days at the site: months are whole ones, up to today. */
export const periodOf = async (db: Db, { months, from, to }: ReportPeriod, now = new Date()): Promise<Period> => {
  const time_zone = await siteZoneOf(db)
  if (from && to) return { from, to, time_zone }
  const today = siteDay(now, time_zone)
  const [year = 0, month = 0] = today.split('-').map(Number)
  return { from: new Date(Date.UTC(year, month - months, 1)).toISOString().slice(0, 10), to: today, time_zone }
}

const midnight = (day: RawBuilder<unknown>, zone: string) => sql`(${day})::timestamp at time zone ${zone}`

/** Whether a moment is in the period. A day has 23 or 25 hours when the clocks change. */
export const within = (at: RawBuilder<unknown>, { from, to, time_zone }: Period) =>
  sql`${at} >= ${midnight(sql`${from}::date`, time_zone)} and ${at} < ${midnight(sql`${to}::date + 1`, time_zone)}`

const formats = { week: 'YYYY-MM-DD', month: 'YYYY-MM' } as const

/** `part`: every week or month of the period, including empty ones. A week begins on Monday. */
export const parts = (unit: keyof typeof formats, { from, to, time_zone }: Period) => sql`part as (
  select row_number() over (order by day)::int as n, to_char(day, ${formats[unit]}) as name, day at time zone ${time_zone} as begins
    from generate_series(date_trunc(${unit}, ${from}::date::timestamp), ${to}::date::timestamp, ${`1 ${unit}`}::interval) day)`

/** The part that a moment of the period is in; cheaper than a time zone's calendar for each of 100,000 rows. */
export const partOf = (at: RawBuilder<unknown>) =>
  sql`width_bucket(${at}, (select array_agg(begins order by begins) from part))`
