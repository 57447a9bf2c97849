import { addDays, getWeekSheet, siteDay, type WeekSheet, type WeekVisit, weekOf } from '@fornix/contract'
import { sql } from 'kysely'
import { on } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { siteOf } from './queries.ts'
import { scannersOf } from './scanner-rows.ts'
import { readSheet, type SheetEntry } from './sheet-rows.ts'
import { openSlots } from './slots.ts'

const daysOf = async (db: Db, from: string, to: string) =>
  (
    await sql<WeekSheet['days'][number]>`
      select to_char(d, 'YYYY-MM-DD') as date, c.day is not null as closed, coalesce(c.note, '') as closed_note,
             exists (select from opening_hours o where o.weekday = extract(isodow from d)) as has_hours
        from generate_series(${from}::date, ${to}::date, interval '1 day') d
        left join closed_days c on c.day = d::date
       order by d`.execute(db)
  ).rows

const toWeekVisit = (row: SheetEntry): WeekVisit => ({
  ...row,
  screening: { state: row.state, good_until: row.good_until },
  status: row.visit.status,
})

export const weekSheetRoutes = [
  on(getWeekSheet, async ({ db, user, query, audit, request }) => {
    const { time_zone } = await siteOf(db, user.project)
    const today = siteDay(new Date(), time_zone)
    const week = weekOf(query.week ?? today)
    const days = { from: week, to: addDays(week, 6) }
    audit.object = week
    const rows = await readSheet({ db, user, audit, request }, 'week_sheet.read', days, time_zone)
    return {
      week,
      today,
      time_zone,
      scanners: await scannersOf(db),
      days: await daysOf(db, days.from, days.to),
      slots: await openSlots(db, days),
      appointments: rows.map(toWeekVisit),
    }
  }),
]
