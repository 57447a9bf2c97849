import { alertsOf, attentionFields, getDaySheet, type SheetRow, siteDay } from '@fornix/contract'
import { sql } from 'kysely'
import { hasRight } from '../../clinic/people/rights.ts'
import { type Medical, missingOf } from '../../clinic/records/medical-needs.ts'
import { withoutMedical } from '../../clinic/records/note-readings.ts'
import { on } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { siteOf } from './queries.ts'
import { scannersOf } from './scanner-rows.ts'
import { readSheet, type SheetEntry } from './sheet-rows.ts'
import { openSlots } from './slots.ts'
import { withoutReason } from './visits.ts'

/** What staff should read before the patient lies down; a plain No needs no attention. */
const nothing = /^(n|no|none|n\/a)?\.?$/i
const attentionOf = (medical: Medical, alerts: string[]) =>
  attentionFields.flatMap((field) => {
    const value = medical[field]?.trim() ?? ''
    // If it was filled from the answers about MRI safety, it would repeat them.
    const isAlerted = value.split('\n').every((line) => alerts.includes(line))
    return nothing.test(value) || isAlerted ? [] : [{ field, value }]
  })

const toSheetRow = (
  { medical, record: _, state, good_until, questionnaire, answers, ...row }: SheetEntry,
  seesMedical: boolean,
): SheetRow => {
  if (!seesMedical)
    return {
      ...row,
      screening: { state, good_until, alerts: [] },
      visit: withoutReason(row.visit),
      missing: null,
      attention: [],
    }
  const alerts = questionnaire && answers ? alertsOf(questionnaire, answers) : []
  return {
    ...row,
    screening: { state, good_until, alerts },
    missing: missingOf(medical),
    attention: attentionOf(medical, alerts),
  }
}

const nextDay = async (db: Db, day: string, timeZone: string) => {
  const { rows } = await sql<{ next: string | null }>`
    select to_char(min(a.starts_at) at time zone ${timeZone}, 'YYYY-MM-DD') as next
      from appointments a join patients p on p.patient_id = a.patient_id and p.deleted_at is null
     where a.status = 'booked' and a.starts_at >= (${day}::date + 1 + time '00:00') at time zone ${timeZone}`.execute(
    db,
  )
  return rows[0]?.next ?? null
}

export const daySheetRoutes = [
  on(getDaySheet, async ({ db, user, query, audit, request }) => {
    const [{ time_zone }, seesMedical] = await Promise.all([
      siteOf(db, user.project),
      hasRight(db, user, 'see_medical'),
    ])
    const today = siteDay(new Date(), time_zone)
    const date = query.date ?? today
    audit.object = date
    if (!seesMedical) audit.detail = withoutMedical
    const day = { from: date, to: date }
    const [rows, closed, next, scanners, slots] = await Promise.all([
      readSheet({ db, user, audit, request }, 'day_sheet.read', day, time_zone),
      db.selectFrom('closed_days').select('note').where('day', '=', date).executeTakeFirst(),
      nextDay(db, date, time_zone),
      scannersOf(db),
      openSlots(db, day),
    ])
    return {
      date,
      today,
      time_zone,
      closed: Boolean(closed),
      closed_note: closed?.note ?? '',
      next,
      scanners,
      slots,
      appointments: rows.map((row) => toSheetRow(row, seesMedical)),
    }
  }),
]
