import type { Database } from '../../platform/database/db.ts'
import { hashSecret } from '../../platform/sessions/tokens.ts'

/** Names the invitation whose link a mail has, so that a mail that failed is found for it. */
export const inviteMailKey = (secret: string) => inviteMailKeyOf(hashSecret(secret))
export const inviteMailKeyOf = (tokenHash: Buffer) => `invite:${tokenHash.toString('hex')}`

/** Why the email of each open invitation failed, by provider or caregiver. */
export const failedInviteMails = async (
  database: Pick<Database, 'systemQuery'>,
  column: 'provider_id' | 'caregiver_id',
  ids: readonly string[],
) => {
  if (ids.length === 0) return new Map<string, string>()
  const rows = await database.systemQuery<{ id: string; reason: string }>(
    `select i.${column} as id, coalesce(o.last_error, '') as reason
       from invites i
       join mail_outbox o on o.project_id = i.project_id and o.idempotency_key = 'invite:' || encode(i.token_hash, 'hex')
      where i.${column} = any($1) and i.used_at is null and i.replaced_at is null and o.status = 'failed'`,
    [ids],
  )
  return new Map(rows.map(({ id, reason }) => [id, reason]))
}
