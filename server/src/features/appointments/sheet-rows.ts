import type { ScreeningAnswers, ScreeningState, SheetRow } from '@fornix/contract'
import { sql } from 'kysely'
import { formSignedFor } from '../../clinic/records/form-record.ts'
import { type Medical, medicalOf } from '../../clinic/records/medical-needs.ts'
import { hasNamesake } from '../../clinic/records/namesakes.ts'
import { noteReadings, type Reader } from '../../clinic/records/note-readings.ts'
import { wireBirthDate } from '../../clinic/records/record-sql.ts'
import { goodUntil, newestScreening, stateAt } from '../../clinic/records/screening-state.ts'
import type { Db } from '../../platform/database/db.ts'
import { endOf, startOf } from './slots.ts'
import { visitsOf } from './visits.ts'

type Screened = {
  state: ScreeningState
  good_until: string | null
  questionnaire: number | null
  answers: ScreeningAnswers | null
}
/** An appointment as the sheets show it, including what not everybody may see. */
type SheetRecord = Omit<SheetRow, 'missing' | 'attention' | 'screening' | 'visit'> &
  Screened & { record: string; medical: Medical }

const rowsOf = async (db: Db, { from, to }: { from: string; to: string }, timeZone: string) => {
  const { rows } = await sql<SheetRecord>`
    select a.appointment_id as id, ${startOf} as start, ${endOf} as "end", s.name as scanner, s.scanner_id, s.room,
           p.patient_id as record, p.code as patient_id, p.first_name, p.last_name, p.mrn_number,
           p.mobile_number, p.gender, ${wireBirthDate} as dob, ${hasNamesake} as has_namesake,
           ${stateAt(sql`a.starts_at`)} as state, ${goodUntil} as good_until, sc.questionnaire, sc.answers,
           coalesce(extract(year from age((a.starts_at at time zone ${timeZone})::date, p.dob))::int, p.age) as age,
           ${formSignedFor(sql`(a.starts_at at time zone ${timeZone})::date`)} as form_signed,
           ${medicalOf} as medical
      from appointments a
      join patients p on p.patient_id = a.patient_id and p.deleted_at is null
      join scanners s on s.scanner_id = a.scanner_id
      ${newestScreening}
     where a.status = 'booked'
       and a.starts_at >= (${from}::date + time '00:00') at time zone ${timeZone}
       and a.starts_at < (${to}::date + 1 + time '00:00') at time zone ${timeZone}
     order by a.starts_at, s.position, s.name`.execute(db)
  return rows
}

/** The appointments between two days of the site, both included, and each visit's progress; noted in each patient's access log. */
export const readSheet = async (
  reader: Reader,
  action: 'day_sheet.read' | 'week_sheet.read',
  days: { from: string; to: string },
  timeZone: string,
) => {
  const rows = await rowsOf(reader.db, days, timeZone)
  const records = rows.map(({ record }) => record)
  const ids = rows.map(({ id }) => id)
  const [visitOf] = await Promise.all([visitsOf(reader.db, ids), noteReadings(reader, action, records)])
  return rows.map((row) => ({ ...row, visit: visitOf(row.id) }))
}
export type SheetEntry = Awaited<ReturnType<typeof readSheet>>[number]
