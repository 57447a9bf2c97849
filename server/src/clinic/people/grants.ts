import { type CaregiverChange, maxCareDays } from '@fornix/contract'
import { type RawBuilder, sql } from 'kysely'
import { invalidFieldsError, notFound, staleError } from '../../platform/base/errors.ts'
import type { Db } from '../../platform/database/db.ts'
import { exists } from '../../platform/database/exists.ts'
import { wouldOverwrite } from '../records/field-changes.ts'

/** What a caregiver may do for a patient, and until when. */
export type Grant = { project: string; caregiver: string }
export type EndedBy = 'patient' | 'clinic' | 'caregiver'

export const todayAt = (project: RawBuilder<unknown>) =>
  sql`(now() at time zone (select time_zone from projects where project_id = ${project}))::date`

/** Today at the site or later, and not so far ahead that nobody remembers it. */
export const checkUntil = async (db: Db, project: string, until: string) => {
  const { rows } = await sql<{ past: boolean; far: boolean }>`
    select ${until}::date < ${todayAt(sql`${project}`)} as past, ${until}::date > ${todayAt(sql`${project}`)} + ${maxCareDays}::int as far`.execute(
    db,
  )
  if (rows[0]?.past) throw invalidFieldsError({ until: 'Please choose today or a later day' })
  if (rows[0]?.far) throw invalidFieldsError({ until: 'Please choose a day within one year' })
}

/** Of a caregiver whose access nobody has ended. */
export const openGrant = (db: Db, { project, caregiver }: Grant) =>
  db
    .updateTable('caregivers')
    .where('project_id', '=', project)
    .where('caregiver_id', '=', caregiver)
    .where('ended_at', 'is', null)

/** Whether a login has been a caregiver's. */
export const hasActed = (db: Db, login: string) => exists(db.selectFrom('caregivers').where('login_id', '=', login))

const lockGrant = async (db: Db, { project, caregiver }: Grant) => {
  const { rows } = await sql<CaregiverChange>`
    select areas, until::text as until from caregivers
     where project_id = ${project} and caregiver_id = ${caregiver} and ended_at is null for no key update`.execute(db)
  return rows[0]
}

export type GrantChange = Record<'from' | 'to', { areas: string[]; until: string }>
/** `files, visits until 2026-03-31 to files until 2026-06-30`, in the audit row of the change; evidence reads it back. */
const changeWords = ({ from, to }: GrantChange) =>
  [from, to].map(({ areas, until }) => `${areas.join(', ')} until ${until}`).join(' to ')
const changed = /^ok (?<areas>[a-z, ]+) until (?<until>[\d-]+) to (?<newAreas>[a-z, ]+) until (?<newUntil>[\d-]+)/
export const grantChangeIn = (result: string): GrantChange | undefined => {
  const { areas, until, newAreas, newUntil } = changed.exec(result)?.groups ?? {}
  if (!areas || !until || !newAreas || !newUntil) return undefined
  return { from: { areas: areas.split(', '), until }, to: { areas: newAreas.split(', '), until: newUntil } }
}

/** Takes effect at the next request. Only the patient changes it. Returns from what to what. */
export const changeGrant = async (db: Db, one: Grant, wanted: CaregiverChange, from?: CaregiverChange) => {
  await checkUntil(db, one.project, wanted.until)
  const current = await lockGrant(db, one)
  if (!current) throw notFound()
  if (wouldOverwrite({ from, current, wanted }))
    throw staleError('You changed this in another window while you were editing.', { current })
  await openGrant(db, one).set(wanted).execute()
  return changeWords({ from: current, to: wanted })
}

/** Sessions check the grant at every request. False if somebody else ended it before. */
export const endGrant = async (db: Db, one: Grant, by: EndedBy) =>
  Boolean(
    await openGrant(db, one)
      .set({ ended_at: sql<string>`now()`, ended_by: by })
      .returning('caregiver_id')
      .executeTakeFirst(),
  )
