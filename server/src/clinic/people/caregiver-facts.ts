import type { CareArea } from '@fornix/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { firstRow } from '../../platform/database/first-row.ts'
import { fullName } from '../records/record-sql.ts'
import type { Grant } from './grants.ts'

export type Facts = {
  patient_id: string
  patient_name: string
  patient_email: string
  language: string
  clinic: string
  name: string
  email: string
  areas: CareArea[]
  until: string
  accepted: boolean
  invited_at: string
  invited_by: string
}

/** What emails about a grant say. */
export const factsOf = async (db: Db, { project, caregiver }: Grant) => {
  const { rows } = await sql<Facts>`
    select p.patient_id, ${fullName('p')} as patient_name, p.email as patient_email, p.language,
           j.name as clinic, ${fullName('c')} as name, c.email, c.areas, c.until::text as until, c.accepted_at is not null as accepted,
           c.invited_at, c.invited_name as invited_by
      from caregivers c
      join patients p on p.project_id = c.project_id and p.patient_id = c.patient_id
      join projects j on j.project_id = c.project_id
     where c.project_id = ${project} and c.caregiver_id = ${caregiver}`.execute(db)
  return firstRow(rows)
}
