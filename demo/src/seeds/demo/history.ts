import { addReimbursement, dayMs, listReimbursements, siteClock, siteDay } from '@fornix/contract'
import type { Db } from '@fornix/server/platform/database/db.ts'
import type { Platform } from '@fornix/server/platform.ts'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { randomFrom } from '../random.ts'
import { pdfPage } from './papers.ts'
import type { SignedIn } from './sign-in.ts'

const slotMs = 1_800_000
const zone = 'America/New_York'
const pastDays = 100

type Person = { patient_id: string; email: string }
type Clinic = { project: string; scanner: string; nurse: string; people: Person[] }

/** Northside's people of the list, of whom the other sections tell nothing: nobody meets this history where a test looks. */
const clinicOf = async (db: Db): Promise<Clinic> => {
  const { rows } = await sql<Omit<Clinic, 'people'>>`
    select j.project_id as project, s.scanner_id as scanner, v.provider_id as nurse
      from projects j join scanners s using (project_id) join providers v using (project_id)
     where j.slug = 'northside' and v.email = 'nurse@northside.example' limit 1`.execute(db)
  const [clinic] = rows
  if (!clinic) throw new Error('The demo has no clinic')
  const { rows: people } = await sql<Person>`
    select patient_id, email from patients p
     where project_id = ${clinic.project} and login_id is null and email like '%@patients.example'
       and status in ('Scanned', 'Completed', 'Screened', 'Accepted')
       and not exists (select from appointments a where a.project_id = p.project_id and a.patient_id = p.patient_id)
     order by email_key`.execute(db)
  return { ...clinic, people }
}

/** The opening half hours of past weekdays, the oldest first. */
const pastSlots = () => {
  const first = Math.floor((Date.now() - pastDays * dayMs) / slotMs) * slotMs
  return Array.from({ length: ((pastDays - 1) * dayMs) / slotMs }, (_, n) => new Date(first + n * slotMs)).filter(
    (at) => {
      const weekday = new Date(`${siteDay(at, zone)}T12:00:00Z`).getUTCDay()
      const clock = siteClock(at, zone)
      return weekday > 0 && weekday < 6 && clock >= '10:00' && clock < '15:00'
    },
  )
}

/** Some visits a week: most took place, a few people did not come or called it off. */
const visits = async (db: Db, { project, scanner, nurse, people }: Clinic) => {
  const random = randomFrom(87)
  const rows = pastSlots()
    .filter(() => random.chance(0.09))
    // The first of the people came last: see `unusual-readings.ts`.
    .toReversed()
    .map((at, n) => ({
      id: uuid(),
      patient: people[n % people.length]?.patient_id,
      at: at.toISOString(),
      end: random.oneOf(['done', 'done', 'done', 'done', 'done', 'done', 'no_show', 'cancelled']),
    }))
  const given = sql`json_to_recordset(${JSON.stringify(rows)}::json) as v(id uuid, patient uuid, at timestamptz, "end" text)`
  await sql`
    insert into appointments (project_id, appointment_id, patient_id, scanner_id, starts_at, created_by, created_at, changed_at, status, reminded_at)
      select ${project}, id, patient, ${scanner}, at, ${nurse}, at - interval '9 days', at - interval '9 days',
             case when "end" = 'cancelled' then 'cancelled' else 'booked' end, at - interval '1 day' from ${given}`.execute(
    db,
  )
  await sql`
    insert into taken_slots (project_id, scanner_id, starts_at, appointment_id)
      select ${project}, ${scanner}, at, id from ${given} where "end" <> 'cancelled'`.execute(db)
  await sql`
    insert into visit_steps (project_id, step_id, appointment_id, patient_id, starts_at, status, made_by, made_name, made_at)
      select ${project}, gen_random_uuid(), id, patient, at, s.status, ${nurse}, 'Noreen O’Hara', at + s.after
        from ${given}
        join (values ('arrived', interval '-8 minutes', 'done'), ('started', interval '4 minutes', 'done'),
                     ('done', interval '27 minutes', 'done'), ('no_show', interval '20 minutes', 'no_show')) s(status, after, of)
          on s.of = v."end"`.execute(db)
}

/** What was answered after these visits. The demo has images of a few people only: their study stands for all. */
const surveys = (db: Db, { project }: Clinic) =>
  sql`
  insert into surveys (project_id, patient_id, study_id, question1, question2, question3, question4, question5, question6, question7,
                       question8, submitted_at, changed_at)
    select ${project}, v.patient_id, study.study_id, 5 - n % 2, 4, 5 - n % 3, 4 + n % 2, 3 + n % 3, 5, 3 + n % 2, 4 + n % 2,
           v.at + interval '1 day', v.at + interval '1 day'
      from (select patient_id, min(starts_at) as at, (row_number() over (order by min(starts_at)))::int as n
              from visit_steps where project_id = ${project} and status = 'done' and made_at < now() - interval '2 days'
             group by patient_id) v
     cross join (select study_id from access_requests where project_id = ${project} order by requested_at limit 1) study
     where n % 5 <> 0
  on conflict do nothing`.execute(db)

/** Requests for the scan that is open already, from months in which it was asked for and decided before; all have ended. */
const requests = (db: Db, { project }: Clinic) =>
  sql`
  insert into access_requests (project_id, request_id, patient_id, study_id, form_file_id, status, requested_at, decided_at, decided_by, access_until)
    select r.project_id, gen_random_uuid(), r.patient_id, r.study_id, r.form_file_id, 'approved', past.at,
           past.at + past.waited, r.decided_by, (past.at + interval '20 days')::date
      from (select * from access_requests where project_id = ${project} and status = 'approved' order by decided_at limit 1) r
     cross join lateral (
       select now() - make_interval(days => 25 + n * 6) as at, make_interval(mins => 40 + (n * n * 397) % 5200) as waited
         from generate_series(0, 12) n) past`.execute(db)

const claims = [
  ['Transportation', 'Taxi to the scan', '38.50'],
  ['Food', 'Lunch on the day of the scan', '14.20'],
  ['Hotel', 'One night before the scan', '142.00'],
  ['Transportation', 'Train tickets', '56.00'],
] as const

/** Paid and rejected ones only: what is open waits in Today. */
const reimbursements = async (as: SignedIn, { database }: Platform, { people }: Clinic) => {
  const { call } = await as('nurse@northside.example')
  for (const [n, { email }] of people.slice(0, 10).entries()) {
    if ((await call(listReimbursements, { params: { key: email } })).reimbursements.length > 0) continue
    const [category, description, amount] = claims[n % claims.length] ?? claims[0]
    const bytes = pdfPage('Receipt', [description, `Total: $${amount}`])
    await call(addReimbursement, { body: { email, amount, description, category } }, { name: 'Receipt.pdf', bytes })
    const { reimbursements: all } = await call(listReimbursements, { params: { key: email } })
    const status = n % 5 === 4 ? 'Rejected' : 'Paid'
    await database.unscoped('demo data', (db) =>
      sql`update reimbursements set status = ${status}, paid_amount = case when ${status} = 'Paid' then amount end,
                 comment = ${status === 'Rejected' ? 'This was paid by the study already.' : ''},
                 created_at = now() - make_interval(days => ${8 + n * 9})
           where reimbursement_id = ${all[0]?.id}`.execute(db),
    )
  }
}

/** The last months of the clinic, so that reports have numbers. */
export const history = async (as: SignedIn, platform: Platform) => {
  const clinic = await platform.database.unscoped('demo data', clinicOf)
  // First, and each person once: where this is cut short, the next start takes it up.
  await reimbursements(as, platform, clinic)
  await platform.database.unscoped('demo data', async (db) => {
    await visits(db, clinic)
    await requests(db, clinic)
    await surveys(db, clinic)
  })
}
