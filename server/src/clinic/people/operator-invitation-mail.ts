import { inviteDays, type Role } from '@fornix/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { Mail } from '../../platform/mail/outbox.ts'
import { hashSecret } from '../../platform/sessions/tokens.ts'
import type { Config } from '../../platform/settings/config.ts'

type Invited = { project: string; projectName: string; name: string; email: string; secret: string; role: Role }
type Settings = Pick<Config, 'publicUrl' | 'IDENTITY'>

export const operatorInviteMail = (
  { publicUrl, IDENTITY }: Settings,
  { project, projectName, name, email, secret, role }: Invited,
): Mail => ({
  project,
  to: [email],
  subject: `Your invitation to work with ${projectName}`,
  body: [
    `Hello ${name},`,
    ...(IDENTITY === 'password'
      ? [`You are invited to the portal of ${projectName} as ${role}. Open this link to sign up:`]
      : [
          `You are invited to the portal of ${projectName} as ${role}. Sign up with the account of your organization:`,
          `${publicUrl}/provider/invite/${secret}`,
          'Or sign up with a password:',
        ]),
    `${publicUrl}/register-operator/${secret}`,
    `The link works once, within ${inviteDays} days. Please do not forward it. It is only for you.`,
    'If you did not expect this, you can ignore this email.',
  ].join('\n\n'),
  // Names the invitation, so that an email that failed is found for it.
  idempotencyKey: `invite:${hashSecret(secret).toString('hex')}`,
})

/** Why the email of each open invitation failed, by provider. */
export const failedInviteMails = async (db: Db, providers: readonly string[]) => {
  if (providers.length === 0) return new Map<string, string>()
  const { rows } = await sql<{ provider_id: string; reason: string }>`
    select i.provider_id, coalesce(o.last_error, '') as reason
      from invites i
      join mail_outbox o on o.project_id = i.project_id and o.idempotency_key = 'invite:' || encode(i.token_hash, 'hex')
     where i.provider_id = any(${providers}) and i.used_at is null and i.replaced_at is null and o.status = 'failed'`.execute(
    db,
  )
  return new Map(rows.map(({ provider_id, reason }) => [provider_id, reason]))
}
