import { attentionFields, getDaySheet, medicalNeeds, type SheetRow, siteDay } from '@fornix/contract'
import { sql } from 'kysely'
import { writeAudit } from '../../platform/audit/audit.ts'
import { on } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { siteOf } from './queries.ts'
import { endOf, startOf } from './slots.ts'

type Medical = Record<(typeof medicalNeeds)[number] | (typeof attentionFields)[number], string | null>
type Row = Omit<SheetRow, 'missing' | 'attention'> & { record: string; medical: Medical }

// Asked of women only; the form leaves both empty for men.
const womenOnly: readonly string[] = ['pregnant_or_nursing', 'birth_control_pills']
const missingOf = (medical: Medical) =>
  medicalNeeds.filter((field) => !medical[field] && !(medical.gender === 'Male' && womenOnly.includes(field)))

/** What somebody should have read before the patient lies down; a plain No is nothing to look at. */
const nothing = /^(n|no|none|n\/a)?\.?$/i
const attentionOf = (medical: Medical) =>
  attentionFields.flatMap((field) => {
    const value = medical[field]?.trim() ?? ''
    return nothing.test(value) ? [] : [{ field, value }]
  })

const rowsOf = async (db: Db, day: string, timeZone: string) => {
  const { rows } = await sql<Row>`
    select a.appointment_id as id, ${startOf} as start, ${endOf} as "end", s.name as scanner,
           p.patient_id as record, p.code as patient_id, p.first_name, p.last_name, p.mrn_number,
           coalesce(extract(year from age(${day}::date, p.dob))::int, p.age) as age,
           (select max(f.upload_date) from files f
             where f.patient_id = p.patient_id and f.kind = 'authorization_form' and f.deleted_at is null) as form_signed,
           jsonb_build_object('neck_length', p.neck_length, 'head_circumference', p.head_circumference, 'gender', p.gender,
             'pregnant_or_nursing', p.pregnant_or_nursing, 'birth_control_pills', p.birth_control_pills,
             'previous_history', p.previous_history, 'travel_restrictions', p.travel_restrictions,
             'participating_in_research', p.participating_in_research, 'age', coalesce(p.age::text, p.dob::text)) as medical
      from appointments a
      join patients p on p.patient_id = a.patient_id and p.deleted_at is null
      join scanners s on s.scanner_id = a.scanner_id
     where a.status = 'booked'
       and a.starts_at >= (${day}::date + time '00:00') at time zone ${timeZone}
       and a.starts_at < (${day}::date + 1 + time '00:00') at time zone ${timeZone}
     order by a.starts_at, s.name`.execute(db)
  return rows
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
    const { time_zone } = await siteOf(db, user.project)
    const today = siteDay(new Date(), time_zone)
    const date = query.date ?? today
    audit.object = date
    const rows = await rowsOf(db, date, time_zone)
    // The sheet shows something of every record on it, so each patient finds the reading among those of their own.
    for (const { record } of rows) {
      await writeAudit(db, {
        project: user.project,
        actor: user.person,
        role: user.role,
        action: 'day_sheet.read',
        patient: record,
        object: date,
        request: request.id,
      })
    }
    const closed = await db.selectFrom('closed_days').select('note').where('day', '=', date).executeTakeFirst()
    return {
      date,
      today,
      time_zone,
      closed: Boolean(closed),
      closed_note: closed?.note ?? '',
      next: await nextDay(db, date, time_zone),
      appointments: rows.map(({ medical, record: _, ...row }) => ({
        ...row,
        missing: missingOf(medical),
        attention: attentionOf(medical),
      })),
    }
  }),
]
