import { admins } from '@fornix/contract'
import { sql } from 'kysely'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { isOpen } from '../../platform/database/moving.ts'
import { withdrawInviteMails } from './invitations.ts'

type Removed = { project: string; provider: string; is_open: boolean }
type Since = { login: string; since: string; request: string }

/** An earlier invitation that now goes to a different mailbox: before acceptance, the address changes at once. */
const isTurned = (since: string) => sql`exists (
  select from invites i where (i.project_id, i.provider_id) = (v.project_id, v.provider_id) and i.created_at >= ${since}
     and not exists (select from invites o where (o.project_id, o.provider_id) = (i.project_id, i.provider_id)
                        and o.created_at < ${since} and lower(o.email) = lower(i.email)))`

/**
 * Staff added by an admin's account while it was not in the admin's hands, and those whom they added in turn.
 * Legitimate ones are invited again.
 * Earlier invitees stay, unless a link went to a different address since.
 * Returns the projects, one by one.
 */
export const removeStaffSince = async (db: Db, { login, since, request }: Since) => {
  const { rows } = await sql<Removed>`
    with recursive added as (
      select project_id, provider_id from providers where login_id = ${login} and role = any(${admins})
      union
      select v.project_id, v.provider_id from added a
        join audit_events e on e.project_id = a.project_id and e.actor_id = a.provider_id
         and e.action in ('provider.invite', 'provider.update') and e.at >= ${since}
        join providers v on v.project_id = e.project_id and v.provider_id::text = e.object_id
         and (v.created_at >= ${since} or ${isTurned(since)}))
    update providers v set deleted_at = now(), updated_at = now() from added a
     where (v.project_id, v.provider_id) = (a.project_id, a.provider_id) and v.deleted_at is null and v.login_id is distinct from ${login}
    returning v.project_id as project, v.provider_id as provider, ${sql.raw(isOpen('v'))} as is_open`.execute(db)
  for (const { provider } of rows) await withdrawInviteMails(db, 'provider_id', provider)
  // A closed project's trail continues elsewhere.
  for (const { project, provider } of rows.filter(({ is_open }) => is_open))
    await writeAudit(db, {
      project,
      actor: null,
      role: 'visitor',
      action: 'provider.delete',
      patient: null,
      object: provider,
      request,
    })
  return rows.map(({ project }) => project)
}
