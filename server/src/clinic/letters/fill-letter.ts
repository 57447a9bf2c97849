import { type FilledLetter, fillTemplate, pageAddresses, type VariableValues } from '@fornix/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { firstRow } from '../../platform/database/first-row.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import { sessionHours } from './session-hours.ts'

type Project = {
  name: string
  time_zone: string
  contact: { address: string; phone: string }
  hours: { weekday: number; from: string; to: string }[]
}
export type ProjectFacts = { values: VariableValues; timeZone: string }

/** The project's values for a letter. */
export const projectFacts = async (db: Db, publicUrl: string): Promise<ProjectFacts> => {
  const { rows } = await sql<Project>`
    select name, time_zone, contact,
           (select coalesce(jsonb_agg(jsonb_build_object('weekday', weekday, 'from', to_char(opens, 'HH24:MI'), 'to', to_char(closes, 'HH24:MI'))
              order by weekday, opens), '[]') from opening_hours) as hours
      from projects`.execute(db)
  const { name, time_zone, contact, hours } = firstRow(rows)
  return {
    timeZone: time_zone,
    values: {
      project_name: name,
      project_phone: contact.phone,
      project_address: contact.address,
      session_hours: sessionHours(hours),
      portal_link: `${publicUrl}${pageAddresses.patients}`,
      mr_safety_link: `${publicUrl}${pageAddresses.mrSafety}`,
    },
  }
}

/** Day and time by the site's clock, with the name of its zone. */
export const appointmentFacts = (start: string, timeZone: string): VariableValues => {
  const show = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(new Date(start))
  return {
    appointment_date: show({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' }),
    appointment_time: show({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }).replace('\u202f', ' '),
  }
}

/** The values of one patient of the scope, whose next appointment the project may show. */
const patientFacts = async (db: Db, patient: string, { timeZone }: ProjectFacts): Promise<VariableValues> => {
  const { first_name, last_name, start } = await db
    .selectFrom('patients as p')
    .select(({ selectFrom }) => [
      'p.first_name',
      'p.last_name',
      selectFrom('appointments as a')
        .select('a.starts_at')
        .whereRef('a.patient_id', '=', 'p.patient_id')
        .where('a.status', '=', 'booked')
        .where('a.starts_at', '>', sql<string>`now()`)
        .orderBy('a.starts_at')
        .limit(1)
        .as('start'),
    ])
    .where('p.patient_id', '=', patient)
    .executeTakeFirstOrThrow()
  return { first_name, last_name, ...(start && appointmentFacts(start, timeZone)) }
}

/** A subject is one line, whatever is filled in. */
const inOneLine = (values: VariableValues): VariableValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.replace(/\s*\n\s*/g, ', ')]))

export const fillLetter = (
  { subject, message }: { subject: string; message: string },
  values: VariableValues,
): FilledLetter => ({
  subject: fillTemplate(subject, inOneLine(values)),
  message: fillTemplate(message, values),
})

/** A template for one patient, from a staff member. */
export const letterTo = async (
  db: Db,
  template: { subject: string; message: string },
  { patient, user, facts }: { patient: string; user: Caller; facts: ProjectFacts },
) =>
  fillLetter(template, {
    ...facts.values,
    ...(await patientFacts(db, patient, facts)),
    sender_name: user.name,
  })

/** Where replies to staff's emails go: to the project, or to the author if the project has no address. */
export const replyAddress = async (db: Db, user: Pick<Caller, 'email'>) => {
  const { rows } = await sql<{
    email: string
  }>`select coalesce(contact ->> 'email', '') as email from projects`.execute(db)
  return firstRow(rows).email || user.email
}
