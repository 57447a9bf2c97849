import type { QueryClient } from './move-rows.ts'

/**
 * Links to change an address, or to take it back, were mailed for the account of the other place. An account that was here before has
 * never left that address, and nobody who holds such a link gets it.
 */
export const stopEmailChanges = async (client: QueryClient, project: string, logins: string[]) => {
  await client.query(
    `update email_changes c set stopped_at = now()
      where c.project_id = $1 and c.stopped_at is null
        and coalesce(c.login_id, (select p.login_id from patients p where p.project_id = c.project_id and p.patient_id = c.patient_id),
                     (select v.login_id from providers v where v.project_id = c.project_id and v.provider_id = c.provider_id)) = any($2::uuid[])`,
    [project, logins],
  )
}
