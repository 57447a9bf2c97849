import { asksPatient, type ScreeningState } from '@fornix/contract'
import { sql } from 'kysely'
import { notifyPatient } from '../../clinic/records/notify-patient.ts'
import { fullName } from '../../clinic/records/record-sql.ts'
import { newestScreening, stateAt } from '../../clinic/records/screening-state.ts'
import { runEvery } from '../../platform/base/run-every.ts'
import type { Db } from '../../platform/database/db.ts'
import { isOpen } from '../../platform/database/moving.ts'
import { wordsIn } from '../../platform/language/words.ts'
import { parseSender } from '../../platform/mail/address.ts'
import type { Platform } from '../../platform.ts'
import { reminderMail } from './mails.ts'
import { type Booking, roomOf, type Site } from './queries.ts'
import { endOf, startOf } from './slots.ts'

type Needs = Pick<Platform, 'database' | 'mail' | 'config' | 'log'>
type Due = Booking &
  Site & {
    project_id: string
    patient_id: string
    patient_name: string
    email: string
    language: string
    site_name: string
    safety: ScreeningState
  }

const batch = 50
const everyMs = 60_000

/** A user who booked within the last day before the appointment was just notified. A working node keeps others off its rows. */
const due = async (db: Db, now: Date) => {
  const { rows } = await sql<Due>`
    select a.project_id, a.appointment_id as id, ${startOf} as start, ${endOf} as "end", a.status, a.sequence, false as past, a.scanner_id, ${roomOf('a')} as room,
           a.patient_id, ${fullName('p')} as patient_name, p.email, p.language,
           j.name as site_name, j.time_zone, j.contact, ${stateAt(sql`a.starts_at`)} as safety
      from appointments a
      join patients p on p.project_id = a.project_id and p.patient_id = a.patient_id and p.deleted_at is null
      join projects j on j.project_id = a.project_id
      ${newestScreening}
     where a.status = 'booked' and a.reminded_at is null and ${sql.raw(isOpen('a'))}
       and a.starts_at > ${now} and a.starts_at <= ${now}::timestamptz + interval '24 hours'
       and a.changed_at < a.starts_at - interval '24 hours'
     order by a.starts_at limit ${batch} for no key update of a skip locked`.execute(db)
  return rows
}

/** Queues the reminders that are due: mark and mail are one transaction, so each is sent once, whatever stops when. */
export const remindDue = async ({ database, mail, config }: Needs, now = new Date()) => {
  const remind = (db: Db) =>
    due(db, now).then(async (rows) => {
      for (const {
        project_id,
        patient_id,
        patient_name,
        email,
        language,
        site_name,
        time_zone,
        contact,
        safety,
        ...booking
      } of rows) {
        const about = {
          booking,
          canBook: true,
          site: { name: site_name, time_zone, contact },
          project: project_id,
          patient: patient_id,
          name: patient_name,
          email,
          portal: config.publicUrl,
          organizer: parseSender(config.MAIL_FROM).address,
          asksSafety: asksPatient(safety),
          unsent: { mentions: [], isFirst: false },
          others: [],
          words: wordsIn(language),
        }
        if (await notifyPatient(db, about, 'reminders')) await mail.queue(db, reminderMail(about))
        await db
          .updateTable('appointments')
          .set({ reminded_at: now.toISOString() })
          .where('project_id', '=', project_id)
          .where('appointment_id', '=', booking.id)
          .execute()
      }
      return rows.length
    })
  let sent = 0
  for (let more = batch; more === batch; sent += more) more = await database.unscoped('remind of appointments', remind)
  return sent
}

/** Checks every minute, until stopped. */
export const startReminders = (platform: Needs) =>
  runEvery({ job: 'reminders', everyMs, firstMs: 0, log: platform.log, failure: 'reminding failed' }, () =>
    remindDue(platform),
  )
