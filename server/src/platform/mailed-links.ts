import { resetMinutes, unverifiedHours } from '@fornix/contract'
import type { Db } from './db.ts'
import { hashSecret, newSecret } from './tokens.ts'

const minutes = { verify_email: unverifiedHours * 60 * 7, reset_password: resetMinutes } as const
export type LinkPurpose = keyof typeof minutes

/** A secret for a mail. Asking again makes the earlier links of the same purpose useless. */
export const newLink = async (db: Db, purpose: LinkPurpose, login: { login_id: string; email: string }) => {
  const secret = newSecret()
  await db
    .deleteFrom('mailed_tokens')
    .where('login_id', '=', login.login_id)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
  await db
    .insertInto('mailed_tokens')
    .values({
      token_hash: hashSecret(secret),
      purpose,
      ...login,
      expires_at: new Date(Date.now() + minutes[purpose] * 60_000).toISOString(),
    })
    .execute()
  return secret
}

/** Uses a link up, atomically: of two clicks one succeeds. `state` tells a used or expired link from one that never was. */
export const useLink = async (db: Db, purpose: LinkPurpose, secret: string) => {
  const hash = hashSecret(secret)
  const used = await db
    .updateTable('mailed_tokens')
    .set({ used_at: new Date().toISOString() })
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date().toISOString())
    .returning(['login_id', 'email'])
    .executeTakeFirst()
  if (used) return { state: 'good' as const, ...used }
  const old = await db
    .selectFrom('mailed_tokens')
    .select(['login_id', 'used_at'])
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  if (!old) return { state: 'unknown' as const }
  return { state: old.used_at ? ('used' as const) : ('expired' as const), login_id: old.login_id }
}
