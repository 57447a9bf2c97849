import { type Audience, audienceOf, type Membership, type Role, type UserObject } from '@fornix/contract'
import { sql } from 'kysely'
import type { Db } from './db.ts'

/** A person's record in one project. */
export type Member = Membership & UserObject & { patient: string | null; provider: string | null; audience: Audience }
type Row = Omit<Member, 'audience'>

/** Every living record of a login, the last used project first. */
export const membershipsOf = async (db: Db, login: string): Promise<Member[]> => {
  const { rows } = await sql<Row & { role: Role }>`
    select m.*, j.name as project_name
      from (
        select p.project_id as project, 'Patient' as role, p.patient_id as patient, null::uuid as provider, p.first_name, p.last_name, p.email,
               p.code as patient_id, p.physician_name, coalesce(v.code, '') as provider_id, p.mrn_number
          from patients p
          left join providers v on v.project_id = p.project_id and v.provider_id = p.physician_id
         where p.login_id = ${login} and p.deleted_at is null
        union all
        select project_id, role, null, provider_id, first_name, last_name, email, '', '', code, ''
          from providers
         where login_id = ${login} and deleted_at is null
      ) m
      join projects j on j.project_id = m.project
      join logins l on l.login_id = ${login}
     order by (m.project = l.last_project_id) desc nulls last, j.name, m.role`.execute(db)
  return rows.map((row) => ({ ...row, audience: audienceOf(row.role) }))
}

export const userObjectOf = ({
  first_name,
  last_name,
  email,
  patient_id,
  physician_name,
  provider_id,
  mrn_number,
}: Member): UserObject => ({
  first_name,
  last_name,
  email,
  patient_id,
  physician_name,
  provider_id,
  mrn_number,
})
export const membershipList = (members: Member[]): Membership[] =>
  members.map(({ project, project_name, role }) => ({ project, project_name, role }))
