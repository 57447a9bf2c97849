import { keysOf, registrationHours, resetMinutes, undoFactorDays } from '@fornix/contract'
import { sql } from 'kysely'
import { type AuditAction, writeAudit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { withdrawMails } from '../../platform/mail/outbox.ts'
import { patientOf } from '../../platform/sessions/session-row.ts'
import { hashSecret, newSecret } from '../../platform/sessions/tokens.ts'
import type { Member } from './memberships.ts'

const minutes = {
  verify_email: registrationHours * 60,
  reset_password: resetMinutes,
  undo_factor: undoFactorDays * 24 * 60,
} as const
export type LinkPurpose = keyof typeof minutes
type LinkState = 'good' | 'used' | 'replaced' | 'expired'

/** Names the link that a mail has, so that the mail is withdrawn once it no longer works. */
export const linkMailKey = (secret: string) => linkMailKeyOf(hashSecret(secret))
const linkMailKeyOf = (tokenHash: Buffer) => `link:${tokenHash.toString('hex')}`

const withdrawLinkMails = (db: Db, links: { token_hash: Buffer }[], reason: string) =>
  withdrawMails(db, { idempotencyKeys: links.map(({ token_hash }) => linkMailKeyOf(token_hash)), reason })

type LinkOwner = { login_id: string; email: string; registration_id?: string; factor_id?: string }

/**
 * A secret for a mail.
 * Requesting another one disables the earlier links of the same purpose and address, and they say so.
 * They expire as well, because a program of the previous version does not know replaced links.
 */
export const newLink = async (db: Db, purpose: LinkPurpose, owner: LinkOwner) => {
  const secret = newSecret()
  const replaced = await db
    .updateTable('mailed_tokens')
    .set({ replaced_at: sql<string>`now()`, expires_at: sql<string>`least(expires_at, now())` })
    .where('login_id', '=', owner.login_id)
    .where('purpose', '=', purpose)
    .where('email', '=', owner.email)
    .where('registration_id', 'is not distinct from', owner.registration_id ?? null)
    .where('factor_id', 'is not distinct from', owner.factor_id ?? null)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .returning('token_hash')
    .execute()
  await withdrawLinkMails(db, replaced, 'A newer link was sent.')
  await db
    .insertInto('mailed_tokens')
    .values({
      token_hash: hashSecret(secret),
      purpose,
      ...owner,
      expires_at: new Date(Date.now() + minutes[purpose] * 60_000).toISOString(),
    })
    .execute()
  return secret
}

/** The unused links of a login stop working, and what waits to be sent with them is withdrawn. */
export const dropLinks = async (db: Db, login: string, purposes: readonly LinkPurpose[] = keysOf(minutes)) => {
  const dropped = await db
    .deleteFrom('mailed_tokens')
    .where('login_id', '=', login)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .returning('token_hash')
    .execute()
  await withdrawLinkMails(db, dropped, 'The link no longer works.')
}

/** What a link is worth. `state` tells a used, replaced or expired link from one that never existed. */
export const readLink = async (db: Db, purpose: LinkPurpose, secret: string) => {
  const link = await db
    .selectFrom('mailed_tokens')
    .select(['login_id', 'email', 'registration_id', 'factor_id', 'created_at'])
    .select(
      sql<LinkState>`case when used_at is not null then 'used' when replaced_at is not null then 'replaced'
                                when expires_at <= now() then 'expired' else 'good' end`.as('state'),
    )
    .where('token_hash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  return link ?? { state: 'unknown' as const }
}

/** Uses up a link, atomically: of two clicks one succeeds, the other gets the reason. */
export const consumeLink = async (db: Db, purpose: LinkPurpose, secret: string) => {
  const used = await db
    .updateTable('mailed_tokens')
    .set({ used_at: new Date().toISOString() })
    .where('token_hash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['login_id', 'email', 'registration_id', 'factor_id', 'created_at'])
    .executeTakeFirst()
  if (used) return { state: 'good' as const, ...used }
  const old = await readLink(db, purpose, secret)
  // Another click was faster.
  return old.state === 'good' ? { ...old, state: 'used' as const } : old
}

type Use = { action: AuditAction; request: string }
/**
 * What a link did to a login, in the trail of each of its records in open projects: the actor is whoever held the link, since nobody was
 * signed in.
 */
export const noteLinkUse = async (db: Db, members: Member[], use: Use) => {
  for (const member of members.filter(({ is_open }) => is_open))
    await writeAudit(db, { ...use, project: member.project, actor: null, role: 'visitor', patient: patientOf(member) })
}
