import {
  type Acting,
  type Audience,
  audienceOf,
  type Membership,
  pick,
  type Role,
  registrationHours,
  type UserObject,
} from '@fornix/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { isOpen } from '../../platform/database/moving.ts'
import { patientOf } from '../../platform/sessions/session-row.ts'
import { activeGrant } from '../records/login-records.ts'
import { fullName } from '../records/record-sql.ts'

/**
 * A person's record in one project; `confirmed` is false for a registration, whose id is then given as the patient's.
 * For a caregiver it is the patient's record, and `caregiver` is the grant.
 */
export type Member = Membership &
  UserObject & {
    patient: string | null
    provider: string | null
    caregiver: Acting | null
    confirmed: boolean
    audience: Audience
    /** False while the project is closed, because it is moving to another installation. */
    is_open: boolean
    /** Empty if unknown, and for staff. */
    language: string
  }
type Row = Omit<Member, 'audience'>

type Filter = RawBuilder<unknown>
type RecordId = { patient_id: string | null; provider_id: string | null }

/**
 * Every record of a login that is not deleted, the last used project first; then those of the patients it acts for, and those of closed
 * projects.
 * An unproven login has its registration.
 */
export const membershipsOf = (db: Db, login: string) =>
  membersWhere(db, sql`p.login_id = ${login}`, sql`login_id = ${login}`, login)

/** The patient's record that a login's session or invitation names by the grant. */
export const memberActing = async (db: Db, login: string, caregiver: string) =>
  (await membershipsOf(db, login)).find((member) => member.caregiver?.caregiver_id === caregiver)

/** One record, even before it has a login. */
export const memberOfRecord = async (db: Db, { patient_id, provider_id }: RecordId) =>
  (await membersWhere(db, sql`p.patient_id = ${patient_id}`, sql`provider_id = ${provider_id}`, null))[0]

const membersWhere = async (db: Db, patients: Filter, providers: Filter, login: string | null): Promise<Member[]> => {
  const { rows } = await sql<Row & { role: Role }>`
    select m.*, ${sql.raw(isOpen('j'))} as is_open, j.name as project_name, coalesce(m.caregiver->>'caregiver_id', '') as caregiver_id,
           case when m.caregiver is null then '' else ${fullName('m')} end as patient_name
      from (
        select p.project_id as project, 'Patient' as role, p.patient_id as patient, null::uuid as provider, null::jsonb as caregiver,
               true as confirmed, p.first_name, p.last_name, p.email,
               p.code as patient_id, p.physician_name, coalesce(v.code, '') as provider_id, p.mrn_number, p.language
          from patients p
          left join providers v on v.project_id = p.project_id and v.provider_id = p.physician_id
         where ${patients} and p.deleted_at is null
        union all
        select project_id, role, null, provider_id, null, true, first_name, last_name, email, '', '', code, '', ''
          from providers
         where ${providers} and deleted_at is null
        union all
        select project_id, 'Patient', registration_id, null, null, false, first_name, last_name, email, '', '', '', '', language
          from registrations
         where login_id = ${login} and created_at > now() - make_interval(hours => ${registrationHours})
        union all
        select p.project_id, 'Patient', p.patient_id, null,
               jsonb_build_object('caregiver_id', c.caregiver_id, 'name', ${fullName('c')},
                                  'first_name', c.first_name, 'last_name', c.last_name, 'email', c.email, 'areas', c.areas),
               true, p.first_name, p.last_name, p.email, p.code, p.physician_name, coalesce(v.code, ''), p.mrn_number, ''
          from caregivers c
          join projects j on j.project_id = c.project_id
          join patients p on p.project_id = c.project_id and p.patient_id = c.patient_id and p.deleted_at is null
          left join providers v on v.project_id = p.project_id and v.provider_id = p.physician_id
         where c.login_id = ${login} and ${sql.raw(activeGrant)}
      ) m
      join projects j on j.project_id = m.project
      left join logins l on l.login_id = ${login}
     order by is_open desc, m.caregiver is not null, (m.project = l.last_project_id) desc nulls last, j.name, m.role, patient_name`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, audience: audienceOf(row.role) }))
}

/** The actor, for the trail: a caregiver has an id of their own. */
export const actorOfMember = ({ caregiver, patient, provider }: Pick<Member, 'caregiver' | 'patient' | 'provider'>) =>
  caregiver?.caregiver_id ?? patient ?? provider
/** The columns of an audit row that say who acted, in which project. */
export const auditFieldsOf = (member: Member) => ({
  project: member.project,
  actor: actorOfMember(member),
  role: member.role,
  patient: patientOf(member),
})
/** A caregiver learns of the patient's care only what was shared: the physician with the visits, the MRN also with the images. */
export const userObjectOf = (member: Member): UserObject => {
  const { caregiver } = member
  const user = pick(member, [
    'first_name',
    'last_name',
    'email',
    'patient_id',
    'physician_name',
    'provider_id',
    'mrn_number',
  ])
  if (!caregiver || caregiver.areas.includes('visits')) return user
  const mrn_number = caregiver.areas.includes('images') ? user.mrn_number : ''
  return { ...user, physician_name: '', provider_id: '', mrn_number }
}
export const membershipList = (members: Member[]): Membership[] =>
  members.map((member) => pick(member, ['project', 'project_name', 'role', 'caregiver_id', 'patient_name']))
