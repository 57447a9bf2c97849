import type { Database } from '../../platform/database/db.ts'
import { hashSecret } from '../../platform/sessions/tokens.ts'

/** Names the invitation whose link a mail has, so that a mail that failed is found for it. */
export const inviteMailKey = (secret: string) => inviteMailKeyOf(hashSecret(secret))
export const inviteMailKeyOf = (tokenHash: Buffer) => `invite:${tokenHash.toString('hex')}`

type OpenInvite = { id: string; expired: boolean; failure: string | null }

/** Of each open invitation, by provider or caregiver: whether its link has expired, and why its email failed, if it did. */
export const openInvites = async (
  database: Pick<Database, 'systemQuery'>,
  column: 'provider_id' | 'caregiver_id',
  ids: readonly string[],
) => {
  if (ids.length === 0) return new Map<string, OpenInvite>()
  const rows = await database.systemQuery<OpenInvite>(
    `select i.${column} as id, i.expires_at <= now() as expired,
            case when o.status = 'failed' then coalesce(o.last_error, '') end as failure
       from invites i
       left join mail_outbox o on o.project_id = i.project_id and o.idempotency_key = 'invite:' || encode(i.token_hash, 'hex')
      where i.${column} = any($1) and i.used_at is null and i.replaced_at is null`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
