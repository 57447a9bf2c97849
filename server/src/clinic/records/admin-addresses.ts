import { admins } from '@fornix/contract'
import type { Db } from '../../platform/database/db.ts'

/** The admins' addresses of a project, as many as a mail may go to. */
export const addressesOfAdmins = async (db: Db, project: string) =>
  (
    await db
      .selectFrom('providers')
      .select('email')
      .where('project_id', '=', project)
      .where('role', 'in', [...admins])
      .where('register_status', '=', 'Registered')
      .where('deleted_at', 'is', null)
      .limit(50)
      .execute()
  ).map(({ email }) => email)
