import { sql } from 'kysely'
import { ApiError } from '../../platform/base/errors.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import { activeGrant } from './login-records.ts'

/**
 * A nurse may be a volunteer of the same clinic, or act for one.
 * A colleague decides that record's requests (403 `own_record`), also after a merge into another.
 * `ids` are of records, or of the caregiver who did something in one.
 */
export const refuseOwnRecord = async (
  db: Db,
  { project, login }: Pick<Caller, 'project' | 'login'>,
  ...ids: string[]
) => {
  const isNamed = (record: 'p' | 'c') => sql`(${sql.ref(`${record}.patient_id`)} = any(${ids}::uuid[])
    or exists (select from record_merges m where m.project_id = ${project} and m.merged_id = ${sql.ref(`${record}.patient_id`)}
                  and m.patient_id = any(${ids}::uuid[]) and m.undone_at is null))`
  const { rows } = await sql`
    select from patients p where project_id = ${project} and login_id = ${login} and ${isNamed('p')}
    union all
    select from caregivers c join projects j using (project_id)
     where project_id = ${project} and c.login_id = ${login}
       and (c.caregiver_id = any(${ids}::uuid[]) or ${isNamed('c')} and ${sql.raw(activeGrant)})`.execute(db)
  if (rows.length > 0)
    throw new ApiError(403, 'own_record', 'You are this patient, or act for them. Please ask a colleague to do this.')
}
