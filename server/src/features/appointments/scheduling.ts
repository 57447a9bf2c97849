import { getScheduling, saveScheduling } from '@fornix/contract'
import { sql } from 'kysely'
import { staleError } from '../../platform/base/errors.ts'
import { on } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { firstRow } from '../../platform/database/first-row.ts'
import { managedScanners } from './scanner-rows.ts'
import { outsideHours } from './slots.ts'

type Row = {
  time_zone: string
  version: number
  hours: { weekday: number; from: string; to: string }[]
  closed_days: { date: string; note: string }[]
}

const schedulingOf = async (db: Db) => {
  const { rows } = await sql<Row>`
    select time_zone, version,
           (select coalesce(jsonb_agg(jsonb_build_object('weekday', weekday, 'from', to_char(opens, 'HH24:MI'), 'to', to_char(closes, 'HH24:MI'))
              order by weekday, opens), '[]') from opening_hours) as hours,
           (select coalesce(jsonb_agg(jsonb_build_object('date', day, 'note', note) order by day), '[]') from closed_days) as closed_days
      from projects join schedules using (project_id)`.execute(db)
  return { ...firstRow(rows), scanners: await managedScanners(db) }
}

export const schedulingRoutes = [
  on(getScheduling, ({ db }) => schedulingOf(db)),

  on(saveScheduling, async ({ db, user, body: { version, time_zone, hours, closed_days } }) => {
    const saved = await db
      .updateTable('schedules')
      .set({ version: version + 1 })
      .where('version', '=', version)
      .executeTakeFirst()
    if (saved.numUpdatedRows === 0n)
      throw staleError('Someone else changed the hours while you were editing.', {
        current: await schedulingOf(db),
      })
    await db.updateTable('projects').set({ time_zone }).where('project_id', '=', user.project).execute()
    await db.deleteFrom('opening_hours').execute()
    await db.deleteFrom('closed_days').execute()
    if (hours.length > 0)
      await db
        .insertInto('opening_hours')
        .values(hours.map(({ weekday, from, to }) => ({ weekday, opens: from, closes: to })))
        .execute()
    if (closed_days.length > 0)
      await db
        .insertInto('closed_days')
        .values(closed_days.map(({ date, note }) => ({ day: date, note })))
        .execute()
    return { ...(await schedulingOf(db)), outside: await outsideHours(db) }
  }),
]
