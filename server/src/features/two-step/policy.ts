import { getTwoStepPolicy, type Role, saveTwoStepPolicy, staff } from '@fornix/contract'
import { sql } from 'kysely'
import { isStale } from '../../clinic/records/field-changes.ts'
import { activeGrant } from '../../clinic/records/login-records.ts'
import { staleError } from '../../platform/base/errors.ts'
import { on, type Route } from '../../platform/calls/route.ts'
import type { Database, Db } from '../../platform/database/db.ts'
import type { Platform } from '../../platform.ts'

type Row = {
  two_step_roles: Role[] | null
  since: string
  grace_days: number
  mail: boolean
  acr: string[]
  amr: string[]
  recovery_hours: number
  version: number
}

const stalePolicyError = () =>
  staleError('Someone else changed the settings while you were editing. Please look again.')

type People = { role: Role; all: number; without: number }
/** Factors belong to logins, which no project reads. To the policy, caregivers are patients. */
const peopleOf = (database: Pick<Database, 'systemQuery'>, project: string) =>
  database.systemQuery<People>(
    `select role, count(*)::int as all,
            count(*) filter (where not exists (select from login_factors f where f.login_id = m.login_id))::int as without
       from (select role, login_id from providers where project_id = $1 and deleted_at is null
             union select 'Patient', login_id from patients where project_id = $1 and deleted_at is null
             union select 'Patient', c.login_id from caregivers c
               join projects j on j.project_id = c.project_id
               join patients p on p.project_id = c.project_id and p.patient_id = c.patient_id and p.deleted_at is null
              where c.project_id = $1 and ${activeGrant}) m
      where login_id is not null group by role`,
    [project],
  )

export const policyRoutes = ({ config, database }: Pick<Platform, 'config' | 'database'>): Route[] => {
  const policyOf = async (db: Db, project: string) => {
    const { rows } = await sql<Row>`
      select two_step_roles, to_char(two_step_since, 'YYYY-MM-DD') as since, two_step_grace_days as grace_days, two_step_mail as mail,
             two_step_acr as acr, two_step_amr as amr, two_step_recovery_hours as recovery_hours, settings_version as version from projects`.execute(
      db,
    )
    const [{ two_step_roles, ...policy } = {} as Row] = rows
    const people = await peopleOf(database, project)
    return {
      ...policy,
      people,
      roles: two_step_roles ?? (config.twoStep ? [...staff] : []),
      admins_always: config.twoStep,
    }
  }
  return [
    on(getTwoStepPolicy, ({ db, user }) => policyOf(db, user.project)),
    on(saveTwoStepPolicy, async ({ db, user, body: { version, ...policy } }) => {
      const current = await policyOf(db, user.project)
      if (isStale(version, current.version)) throw stalePolicyError()
      const { numUpdatedRows } = await db
        .updateTable('projects')
        .set({
          two_step_roles: policy.roles,
          two_step_since: policy.since,
          two_step_grace_days: policy.grace_days,
          two_step_mail: policy.mail,
          two_step_acr: policy.acr,
          two_step_amr: policy.amr,
          two_step_recovery_hours: policy.recovery_hours,
          settings_version: current.version + 1,
        })
        .where('project_id', '=', user.project)
        .where('settings_version', '=', current.version)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw stalePolicyError()
      return policyOf(db, user.project)
    }),
  ]
}
