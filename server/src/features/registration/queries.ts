import { type PageQuery, type RegistrationRow, registrationHours } from '@fornix/contract'
import { sql } from 'kysely'
import { stillWaiting } from '../../clinic/people/registrations.ts'
import type { Db } from '../../platform/database/db.ts'

type Row = RegistrationRow & { mobile_number: string; total: number }

/** A page of the project's registrations with unproven addresses, newest first. */
export const waitingRegistrations = async (db: Db, { page, page_size }: PageQuery) => {
  const { rows } = await sql<Row>`
    with waiting as materialized (select * from registrations where ${stillWaiting}),
         page as (select * from waiting order by created_at desc, registration_id limit ${page_size} offset ${(page - 1) * page_size})
    select t.total, registration_id as id, first_name, last_name, email, mobile_number, created_at as registered_at,
           created_at + make_interval(hours => ${registrationHours}) as expires_at
      from (select count(*)::int as total from waiting) t left join page on true
     order by created_at desc, registration_id`.execute(db)
  return {
    total: rows[0]?.total ?? 0,
    registrations: rows.filter(({ id }) => id !== null).map(({ total: _, ...row }) => row),
  }
}
