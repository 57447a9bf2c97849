import { registrationHours, resetMinutes, undoFactorDays } from '@fornix/contract'
import { sql } from 'kysely'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { hashSecret, newSecret } from '../../platform/sessions/tokens.ts'
import type { Member } from './memberships.ts'

const minutes = {
  verify_email: registrationHours * 60,
  reset_password: resetMinutes,
  undo_factor: undoFactorDays * 24 * 60,
} as const
export type LinkPurpose = keyof typeof minutes

type LinkOwner = { login_id: string; email: string; registration_id?: string; factor_id?: string }

/** A secret for a mail. Asking again makes the earlier links of the same purpose and address useless. */
export const newLink = async (db: Db, purpose: LinkPurpose, owner: LinkOwner) => {
  const secret = newSecret()
  await db
    .deleteFrom('mailed_tokens')
    .where('login_id', '=', owner.login_id)
    .where('purpose', '=', purpose)
    .where('email', '=', owner.email)
    .where('registration_id', 'is not distinct from', owner.registration_id ?? null)
    .where('factor_id', 'is not distinct from', owner.factor_id ?? null)
    .where('used_at', 'is', null)
    .execute()
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

/** What a link is worth. `state` tells a used or expired one from one that never was. */
export const readLink = async (db: Db, purpose: LinkPurpose, secret: string) => {
  const link = await db
    .selectFrom('mailed_tokens')
    .select(['login_id', 'email', 'registration_id', 'factor_id', 'created_at', 'used_at'])
    .select(sql<boolean>`expires_at > now()`.as('in_time'))
    .where('token_hash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  if (!link) return { state: 'unknown' as const }
  const { used_at, in_time, ...owner } = link
  return {
    state: used_at ? ('used' as const) : in_time ? ('good' as const) : ('expired' as const),
    ...owner,
  }
}

/** Uses a link up, atomically: of two clicks one succeeds, the other learns what became of it. */
export const consumeLink = async (db: Db, purpose: LinkPurpose, secret: string) => {
  const used = await db
    .updateTable('mailed_tokens')
    .set({ used_at: new Date().toISOString() })
    .where('token_hash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['login_id', 'email', 'registration_id', 'factor_id', 'created_at'])
    .executeTakeFirst()
  if (used) return { state: 'good' as const, ...used }
  const old = await readLink(db, purpose, secret)
  // Another click was faster.
  return old.state === 'good' ? { ...old, state: 'used' as const } : old
}

type Use = { action: string; request: string }
/**
 * What a link of a login did, in the trail of each of its records in open projects: of whoever held the link, since nobody was signed in.
 * How a caregiver signs in is no matter of the patient.
 */
export const noteLinkUse = async (db: Db, members: Member[], use: Use) => {
  for (const { project, caregiver, patient } of members.filter(({ is_open }) => is_open))
    await writeAudit(db, { ...use, project, actor: null, role: 'visitor', patient: caregiver ? null : patient })
}
