import type { Recovery } from '@fornix/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { fullName } from '../../records/record-sql.ts'

/**
 * All logins with a record in the project.
 * Witnesses are named where they work; elsewhere only that there was one is known (decision 88).
 */
export const recoveriesIn = async (db: Db, project: string) => {
  const { rows } = await sql<Recovery>`
    select a.recovery_id, a.started_at, a.opens_at,
           coalesce(v.name, p.name, c.name) as name, coalesce(v.role, case when p.name is not null then 'Patient' end, 'Caregiver') as role,
           case when a.outcome = 'used' then 'used' when a.ended_at is not null then 'stopped'
                when a.expires_at <= clock_timestamp() then 'expired' when a.opens_at is null then 'started'
                when a.opens_at > clock_timestamp() then 'waiting' else 'ready' end as state,
           coalesce((select jsonb_agg(jsonb_build_object('name', case when w.of_project = ${project} then w.name end,
                                                        'document', case when w.of_project = ${project} then w.document end,
                                                        'confirmed_at', w.confirmed_at)
                                      order by w.confirmed_at)
                       from recovery_witnesses w where w.recovery_id = a.recovery_id), '[]') as witnesses
      from account_recoveries a
      left join lateral (select ${fullName('r')} as name, role from providers r
                          where project_id = ${project} and login_id = a.login_id and deleted_at is null limit 1) v on true
      left join lateral (select ${fullName('r')} as name from patients r
                          where project_id = ${project} and login_id = a.login_id and deleted_at is null limit 1) p on true
      left join lateral (select ${fullName('r')} as name from caregivers r
                          where project_id = ${project} and login_id = a.login_id and ended_at is null limit 1) c on true
     where coalesce(v.name, p.name, c.name) is not null and a.outcome is distinct from 'replaced'
       and a.started_at > now() - interval '30 days'
     order by a.ended_at is not null, a.started_at desc limit 100`.execute(db)
  return rows
}
