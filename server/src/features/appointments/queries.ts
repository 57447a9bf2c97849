import type { Appointment } from '@fornix/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../platform/db.ts'
import type { ProjectId } from '../../platform/scope.ts'
import { endOf, startOf } from './slots.ts'

/** An appointment with what its mails need to know. */
export type Booking = Appointment & { sequence: number; past: boolean }

const columns = sql`appointment_id as id, ${startOf} as start, ${endOf} as "end", status, sequence, starts_at <= now() as past`

export const appointmentsOf = async (db: Db, patient: string) => {
  const { rows } = await sql<Booking>`
    select ${columns} from appointments where patient_id = ${patient} order by starts_at desc, appointment_id desc`.execute(
    db,
  )
  return rows
}

/** Locked, so that two changes of one appointment follow each other. */
export const findBooking = async (db: Db, patient: string | null, id: string) => {
  const { rows } = await sql<Booking & { patient_id: string }>`
    select ${columns}, patient_id from appointments
     where appointment_id = ${id} and (${patient}::uuid is null or patient_id = ${patient}) for no key update`.execute(
    db,
  )
  return rows[0]
}

/** A patient's bookings follow each other, so that two at once cannot both be the last allowed one or share a time. */
export const lockPatient = (db: Db, patient: string) =>
  db.selectFrom('patients').select('patient_id').where('patient_id', '=', patient).forNoKeyUpdate().execute()

export const countUpcoming = async (db: Db, patient: string) => {
  const { count } = await db
    .selectFrom('appointments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('patient_id', '=', patient)
    .where('status', '=', 'booked')
    .where('starts_at', '>', sql<string>`now()`)
    .executeTakeFirstOrThrow()
  return count
}

const freeScanner = (start: string) => sql`
  select project_id, scanner_id, ${start}::timestamptz as starts_at from scanners s
   where not exists (select from taken_slots t where t.scanner_id = s.scanner_id and t.starts_at = ${start})
   order by name limit 1`

/** Somebody may take the scanner between the look and the claim: then the next free one is tried, until none is left. */
const untilNoneIsFree = async <T>(db: Db, start: string, claim: () => Promise<T | undefined>): Promise<T | null> => {
  for (;;) {
    const claimed = await claim()
    if (claimed) return claimed
    if ((await freeScanner(start).execute(db)).rows.length === 0) return null
  }
}

/** Books a free scanner, or null when there is none (any more). */
export const addBooking = (db: Db, who: { patient: string; by: string }, start: string) =>
  untilNoneIsFree(db, start, async () => {
    const { rows } = await sql<Booking>`
      with claim as (
        insert into taken_slots (project_id, scanner_id, starts_at, appointment_id)
        select project_id, scanner_id, starts_at, ${uuid()} from (${freeScanner(start)}) free
        on conflict do nothing returning *
      )
      insert into appointments (project_id, appointment_id, patient_id, scanner_id, starts_at, created_by)
      select project_id, appointment_id, ${who.patient}, scanner_id, starts_at, ${who.by} from claim
      returning ${columns}`.execute(db)
    return rows[0]
  })

const release = (db: Db, id: string) => db.deleteFrom('taken_slots').where('appointment_id', '=', id).execute()

/** The same appointment at another time, or null when no scanner is free; the caller's refusal then undoes the release. */
export const moveBooking = async (db: Db, id: string, start: string) => {
  await release(db, id)
  return untilNoneIsFree(db, start, async () => {
    const { rows } = await sql<Booking>`
      with claim as (
        insert into taken_slots (project_id, scanner_id, starts_at, appointment_id)
        select project_id, scanner_id, starts_at, ${id} from (${freeScanner(start)}) free
        on conflict do nothing returning scanner_id as claimed, starts_at as wanted
      )
      update appointments
         set scanner_id = claimed, starts_at = wanted, sequence = sequence + 1, changed_at = now(), reminded_at = null
        from claim where appointment_id = ${id}
      returning ${columns}`.execute(db)
    return rows[0]
  })
}

export const cancelBooking = async (db: Db, id: string) => {
  await release(db, id)
  const { rows } = await sql<Booking>`
    update appointments set status = 'cancelled', sequence = sequence + 1, changed_at = now()
     where appointment_id = ${id} returning ${columns}`.execute(db)
  return rows[0] as Booking
}

export type Site = {
  name: string
  time_zone: string
  contact: { address: string; email: string; phone: string }
}
export const siteOf = async (db: Db, project: ProjectId) =>
  (await db
    .selectFrom('projects')
    .select(['name', 'time_zone', 'contact'])
    .where('project_id', '=', project)
    .executeTakeFirstOrThrow()) as unknown as Site
