import { createHash } from 'node:crypto'
import { type ComparedRecord, type Comparison, pick, type RecordDifference, recordDifferences } from '@fornix/contract'
import { sql } from 'kysely'
import { caregiversOf, type GrantRow } from '../../clinic/people/caregivers.ts'
import { ageAtSite } from '../../clinic/records/patient-record.ts'
import { wireBirthDate } from '../../clinic/records/record-sql.ts'
import { fold } from '../../clinic/records/search-words.ts'
import type { Db } from '../../platform/database/db.ts'
import { firstRow } from '../../platform/database/first-row.ts'

type Pair = { project: string; kept: string; merged: string }
type Row = Omit<ComparedRecord, 'caregivers'>

const count = (table: string, and = sql``) =>
  sql`(select count(*)::int from ${sql.table(table)} c where c.project_id = p.project_id and c.patient_id = p.patient_id ${and})`
const andNotDeleted = sql`and c.deleted_at is null`

/** What is compared of a record that is not deleted. */
const readSide = async (db: Db, project: string, id: string) => {
  const { rows } = await sql<Row>`
    select p.code as patient_id, p.version, p.first_name, p.last_name, p.email, p.mobile_number, ${wireBirthDate} as dob,
           ${ageAtSite} as age, p.gender, p.mrn_number, p.status, p.created_at, p.login_id is not null as signs_in,
           p.login_id is null and exists (select from invites i where i.project_id = p.project_id and i.patient_id = p.patient_id
             and i.used_at is null and i.replaced_at is null and i.expires_at > now()) as invited,
           p.physician_name, exists (select from providers v where v.project_id = p.project_id and v.provider_id = p.physician_id
             and v.deleted_at is null) as physician_works_here,
           jsonb_build_object('scans', ${count('studies')}, 'files', ${count('files', sql`and c.kind = 'document' and c.deleted_at is null`)},
             'appointments', ${count('appointments')}, 'reimbursements', ${count('reimbursements', andNotDeleted)},
             'forms', ${count('form_signatures')}, 'screenings', ${count('screenings')}) as counts
      from patients p where p.project_id = ${project} and p.patient_id = ${id}`.execute(db)
  const side = firstRow(rows)
  const caregivers = (await caregiversOf(db, { project, patient: id }))
    .filter(({ state }) => state !== 'over')
    .map(helper)
  return { ...side, caregivers }
}

const helper = (of: GrantRow) =>
  pick(of, ['caregiver_id', 'first_name', 'last_name', 'email', 'relationship', 'areas', 'until', 'state'])

export const readSides = async (db: Db, { project, kept, merged }: Pair) =>
  [await readSide(db, project, kept), await readSide(db, project, merged)] as const

export type Sides = Awaited<ReturnType<typeof readSides>>

const fieldOf = (side: ComparedRecord, what: RecordDifference) =>
  what === 'name' ? fold(`${side.first_name} ${side.last_name}`.trim()) : side[what]

/** Fields that both have, with different values. */
export const differencesOf = ([one, other]: Sides) =>
  recordDifferences.filter(
    (what) => fieldOf(one, what) && fieldOf(other, what) && fieldOf(one, what) !== fieldOf(other, what),
  )

const thingsOf = ({ counts }: ComparedRecord) => Object.values(counts).reduce((sum, some) => sum + some, 0)
/** The one that signs in: a patient with an account keeps it. Else the one with more; else the older. */
const toKeep = ([one, other]: Sides) => {
  if (one.signs_in !== other.signs_in) return one.signs_in ? one : other
  if (thingsOf(one) !== thingsOf(other)) return thingsOf(one) > thingsOf(other) ? one : other
  return one.created_at <= other.created_at ? one : other
}

const sightOf = ({ patient_id, signs_in, invited, physician_name, caregivers }: ComparedRecord) => {
  const grants = caregivers.map(({ caregiver_id, areas, until }) => [caregiver_id, ...areas, until].join(' '))
  return JSON.stringify([patient_id, signs_in, invited, physician_name, grants.sort()])
}
/** Changes with the set of users who can see one of the two, in either order. */
export const seenBy = (sides: Sides) =>
  createHash('sha256').update(sides.map(sightOf).sort().join()).digest('base64url')

export const comparisonOf = (sides: Sides, obstacle: string | null): Comparison => ({
  records: [...sides],
  differs: differencesOf(sides),
  keep: toKeep(sides).patient_id,
  obstacle,
  seen_by: seenBy(sides),
})

/** A visit in progress, or two at once, must be checked first. */
export const obstacleOf = async (db: Db, { project, kept, merged }: Pair): Promise<string | null> => {
  const { rows } = await sql<{ visits: boolean; overlap: boolean }>`
    select exists (select from appointments a
             where a.project_id = ${project} and a.patient_id in (${kept}, ${merged}) and a.status = 'booked'
               and a.starts_at between now() - interval '1 day' and now() + interval '1 day'
               and (select s.status from visit_steps s
                     where s.project_id = a.project_id and s.appointment_id = a.appointment_id and s.starts_at = a.starts_at
                     order by s.made_at desc, s.step_id desc limit 1) in ('arrived', 'started')) as visits,
           exists (select from appointments a join appointments b on b.project_id = a.project_id and b.starts_at = a.starts_at
             where a.project_id = ${project} and a.patient_id = ${kept} and b.patient_id = ${merged}
               and a.status = 'booked' and b.status = 'booked') as overlap`.execute(db)
  const { visits, overlap } = firstRow(rows)
  if (visits) return 'This patient is here for a visit right now. Please merge the records when the visit is over.'
  if (overlap) return 'Both records have an appointment at the same time. Please cancel one of them first.'
  return null
}
