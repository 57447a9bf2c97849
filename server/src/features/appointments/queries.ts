import type { Appointment, RecordAppointment } from '@fornix/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../platform/database/db.ts'
import { firstRow } from '../../platform/database/first-row.ts'
import type { ProjectId } from '../../platform/database/scope.ts'
import { endOf, startOf } from './slots.ts'

/** An appointment with the data for its mails. */
export type Booking = Appointment & { sequence: number; past: boolean; scanner_id: string }

/** Of the mails about an appointment. */
export const seriesOf = ({ id }: Pick<Booking, 'id'>) => `appointment:${id}`

/** Where a patient should go for an appointment of the table or alias `a`. */
export const roomOf = (a: string) =>
  sql<string>`(select s.room from scanners s where s.project_id = ${sql.ref(`${a}.project_id`)} and s.scanner_id = ${sql.ref(`${a}.scanner_id`)})`
const columns = sql`appointment_id as id, ${startOf} as start, ${endOf} as "end", status, sequence, starts_at <= now() as past,
  scanner_id, ${roomOf('appointments')} as room`

/** Each with the status of its visit. */
export const appointmentsOf = async (db: Db, patient: string) => {
  const { rows } = await sql<Booking & Pick<RecordAppointment, 'visit'>>`
    select ${columns},
           coalesce((select s.status from visit_steps s
                      where s.project_id = appointments.project_id and s.appointment_id = appointments.appointment_id
                        and s.starts_at = appointments.starts_at
                      order by s.made_at desc, s.step_id desc limit 1), 'expected') as visit
      from appointments where patient_id = ${patient} order by starts_at desc, appointment_id desc`.execute(db)
  return rows
}

/** When the patient's other booked visits start. */
export const otherStarts = async (db: Db, patient: string, id: string) => {
  const { rows } = await sql<{ start: string }>`
    select ${startOf} as start from appointments
     where patient_id = ${patient} and status = 'booked' and appointment_id <> ${id}`.execute(db)
  return rows.map(({ start }) => start)
}

/**
 * The patient's other visits, about which a mail waits that mentions one of these times. One that is being changed at this moment gets a
 * new mail anyway; not waiting for it, nobody waits in a circle.
 */
export const othersMentioning = async (db: Db, patient: string, id: string, times: string[]) => {
  const { rows } = await sql<Booking>`
    select ${columns} from appointments
     where patient_id = ${patient} and appointment_id <> ${id}
       and exists (select from mail_outbox m
                    where m.project_id = appointments.project_id and m.series = ${seriesOf({ id: '' })} || appointment_id::text
                      and m.status in ('queued', 'sending') and m.mentions && ${times}::text[])
       for no key update skip locked`.execute(db)
  return rows
}

/** Locked, as one that is found alone. */
export const upcomingOf = async (db: Db, patient: string) => {
  const { rows } = await sql<Booking>`
    select ${columns} from appointments
     where patient_id = ${patient} and status = 'booked' and starts_at > now() order by starts_at for no key update`.execute(
    db,
  )
  return rows
}

/** Locked, so that two changes of one appointment follow one another. */
export const findBooking = async (db: Db, patient: string | null, id: string) => {
  const { rows } = await sql<Booking & { patient_id: string }>`
    select ${columns}, patient_id from appointments
     where appointment_id = ${id} and (${patient}::uuid is null or patient_id = ${patient}) for no key update`.execute(
    db,
  )
  return rows[0]
}

const upcoming = (db: Db, patient: string) =>
  db
    .selectFrom('appointments')
    .where('patient_id', '=', patient)
    .where('status', '=', 'booked')
    .where('starts_at', '>', sql<string>`now()`)

export const countUpcoming = async (db: Db, patient: string) => {
  const { count } = await upcoming(db, patient)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const nextUpcoming = (db: Db, patient: string) =>
  upcoming(db, patient).select('starts_at').orderBy('starts_at').limit(1).executeTakeFirst()

const freeScanners = (db: Db, start: string) =>
  db
    .selectFrom('scanners as s')
    .select('scanner_id')
    .where('in_service', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('taken_slots as t')
            .select('t.scanner_id')
            .whereRef('t.scanner_id', '=', 's.scanner_id')
            .where('t.starts_at', '=', start),
        ),
      ),
    )
    .orderBy('position')
    .orderBy('name')
    .execute()

/** Somebody may take a scanner between the lookup and the claim, which then returns nothing: the next free one is tried. */
const firstClaimed = async <T>(db: Db, start: string, claim: (scanner: string) => Promise<T | undefined>) => {
  for (const { scanner_id } of await freeScanners(db, start)) {
    const claimed = await claim(scanner_id)
    if (claimed) return claimed
  }
  return null
}
/** Taking the scanner out of service waits for this, or this for that: it then finds the scanner out of service. */
const claimOf = (scanner: string, start: string, appointment: string) => sql`
  insert into taken_slots (scanner_id, starts_at, appointment_id)
  select scanner_id, ${start}::timestamptz, ${appointment}::uuid from scanners
   where scanner_id = ${scanner} and in_service for key share
  on conflict do nothing returning project_id, scanner_id as claimed, starts_at as wanted, appointment_id as holder`

/** Books a free scanner, or null if there is none (any more). */
export const addBooking = (db: Db, who: { patient: string; by: string }, start: string) =>
  firstClaimed(db, start, async (scanner) => {
    const { rows } = await sql<Booking>`
      with claim as (${claimOf(scanner, start, uuid())})
      insert into appointments (project_id, appointment_id, patient_id, scanner_id, starts_at, created_by)
      select project_id, holder, ${who.patient}, claimed, wanted, ${who.by} from claim
      returning ${columns}`.execute(db)
    return rows[0]
  })

const release = (db: Db, id: string) => db.deleteFrom('taken_slots').where('appointment_id', '=', id).execute()

/** The same appointment at another time, or null if no scanner is free; the caller's refusal then undoes the release. */
export const moveBooking = async (db: Db, id: string, start: string) => {
  await release(db, id)
  return firstClaimed(db, start, async (scanner) => {
    const { rows } = await sql<Booking>`
      with claim as (${claimOf(scanner, start, id)})
      update appointments
         set scanner_id = claimed, starts_at = wanted, sequence = sequence + 1, changed_at = now(), reminded_at = null
        from claim where appointments.project_id = claim.project_id and appointment_id = holder
      returning ${columns}`.execute(db)
    return rows[0]
  })
}

/** The same appointment on another scanner, or undefined if that is taken or out of service. Only another room is news. */
export const moveToScanner = async (db: Db, { id, start }: Booking, scanner: string, isNews: boolean) => {
  await release(db, id)
  const { rows } = await sql<Booking>`
    with claim as (${claimOf(scanner, start, id)})
    update appointments
       set scanner_id = claimed, sequence = sequence + ${isNews}::boolean::int,
           changed_at = case when ${isNews} then now() else changed_at end,
           reminded_at = case when ${isNews} then null else reminded_at end
      from claim where appointments.project_id = claim.project_id and appointment_id = holder
    returning ${columns}`.execute(db)
  return rows[0]
}

/** The visits ahead on a scanner whose room changed: what their patients were sent names the old one. */
export const renewUpcoming = async (db: Db, scanner: string) => {
  const { rows } = await sql<Booking & { patient_id: string }>`
    update appointments set sequence = sequence + 1, changed_at = now(), reminded_at = null
     where scanner_id = ${scanner} and status = 'booked' and starts_at > now()
    returning ${columns}, patient_id`.execute(db)
  return rows
}

export const cancelBooking = async (db: Db, id: string) => {
  await release(db, id)
  const { rows } = await sql<Booking>`
    update appointments set status = 'cancelled', sequence = sequence + 1, changed_at = now()
     where appointment_id = ${id} returning ${columns}`.execute(db)
  return firstRow(rows)
}

/**
 * Changes by others are news to the patient until the patient changes the visit: then it is no news, and no longer counts as changed by
 * others.
 */
export const noteNotified = (db: Db, id: string, isOwn: boolean) =>
  db
    .updateTable('appointments')
    .set({ told_at: isOwn ? null : sql<string>`now()` })
    .where('appointment_id', '=', id)
    .execute()

export type Site = {
  name: string
  time_zone: string
  contact: { address: string; email: string; phone: string }
}
export const siteOf = (db: Db, project: ProjectId): Promise<Site> =>
  db
    .selectFrom('projects')
    .select(['name', 'time_zone', 'contact'])
    .where('project_id', '=', project)
    .$narrowType<{ contact: Site['contact'] }>()
    .executeTakeFirstOrThrow()
