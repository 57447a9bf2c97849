import {
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

/** A person's record in one project; `confirmed` is false for a registration, whose id then stands as the patient's. */
export type Member = Membership &
  UserObject & {
    patient: string | null
    provider: string | null
    confirmed: boolean
    audience: Audience
    /** Empty where it is not known, and for staff. */
    language: string
  }
type Row = Omit<Member, 'audience'>

type Filter = RawBuilder<unknown>
type RecordId = { patient_id: string | null; provider_id: string | null }

/** Every living record of a login, the last used project first. A login that nobody has proven has its registration. */
export const membershipsOf = (db: Db, login: string) =>
  membersWhere(db, sql`p.login_id = ${login}`, sql`login_id = ${login}`, login)

/** One record, also before a login belongs to it. */
export const memberOfRecord = async (db: Db, { patient_id, provider_id }: RecordId) =>
  (await membersWhere(db, sql`p.patient_id = ${patient_id}`, sql`provider_id = ${provider_id}`, null))[0]

const membersWhere = async (db: Db, patients: Filter, providers: Filter, login: string | null): Promise<Member[]> => {
  const { rows } = await sql<Row & { role: Role }>`
    select m.*, j.name as project_name
      from (
        select p.project_id as project, 'Patient' as role, p.patient_id as patient, null::uuid as provider, true as confirmed, p.first_name, p.last_name, p.email,
               p.code as patient_id, p.physician_name, coalesce(v.code, '') as provider_id, p.mrn_number, p.language
          from patients p
          left join providers v on v.project_id = p.project_id and v.provider_id = p.physician_id
         where ${patients} and p.deleted_at is null
        union all
        select project_id, role, null, provider_id, true, first_name, last_name, email, '', '', code, '', ''
          from providers
         where ${providers} and deleted_at is null
        union all
        select project_id, 'Patient', registration_id, null, false, first_name, last_name, email, '', '', '', '', language
          from registrations
         where login_id = ${login} and created_at > now() - make_interval(hours => ${registrationHours})
      ) m
      join projects j on j.project_id = m.project
      left join logins l on l.login_id = ${login}
     order by (m.project = l.last_project_id) desc nulls last, j.name, m.role`.execute(db)
  return rows.map((row) => ({ ...row, audience: audienceOf(row.role) }))
}

export const userObjectOf = (member: Member): UserObject =>
  pick(member, ['first_name', 'last_name', 'email', 'patient_id', 'physician_name', 'provider_id', 'mrn_number'])
export const membershipList = (members: Member[]): Membership[] =>
  members.map(({ project, project_name, role }) => ({ project, project_name, role }))
