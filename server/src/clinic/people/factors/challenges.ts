import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { badRequest } from '../../../platform/base/errors.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Sealed } from './totp-secret.ts'

const minutes = { sign_in: 5, prove: 5, add_passkey: 5, add_totp: 15, mail: 10 } as const
export type Purpose = keyof typeof minutes

type Challenge = { login: string | null; challenge?: string; sealed?: Sealed; tries?: number }

/** A challenge for a user, stored here until it is answered. */
export const newChallenge = async (
  db: Db,
  purpose: Purpose,
  { login, challenge = '', sealed, tries = 1 }: Challenge,
) => {
  const challenge_id = uuid()
  await db
    .insertInto('factor_challenges')
    .values({
      challenge_id,
      login_id: login,
      purpose,
      challenge,
      ...sealed,
      tries_left: tries,
      expires_at: new Date(Date.now() + minutes[purpose] * 60_000).toISOString(),
    })
    .execute()
  return challenge_id
}

const gone = () => badRequest('This took too long, or was already used. Please try again.', 'challenge')

/** Uses up a challenge: of two answers, only one finds it. */
export const takeChallenge = async (db: Db, purpose: Purpose, id: string, login: string | null) => {
  const row = await db
    .deleteFrom('factor_challenges')
    .where('challenge_id', '=', id)
    .where('purpose', '=', purpose)
    .where('login_id', 'is not distinct from', login)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['challenge', 'sealed', 'key_project', 'key_version'])
    .executeTakeFirst()
  if (!row) throw gone()
  return row
}

/** One more try at a challenge that allows several; undefined if none is left. */
export const tryChallenge = (db: Db, purpose: Purpose, id: string, login: string) =>
  db
    .updateTable('factor_challenges')
    .set({ tries_left: sql<number>`tries_left - 1` })
    .where('challenge_id', '=', id)
    .where('purpose', '=', purpose)
    .where('login_id', '=', login)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['challenge', 'sealed', 'key_project', 'key_version'])
    .executeTakeFirst()

export const dropChallenge = (db: Db, id: string) =>
  db.deleteFrom('factor_challenges').where('challenge_id', '=', id).execute()
