import { idleMs, maxSessions } from '@fornix/contract'
import { sql } from 'kysely'
import type { Database, Db } from '../database/db.ts'
import { firstRow } from '../database/first-row.ts'
import type { SessionName } from './tokens.ts'

export const graceMs = 10_000

/** What a refresh token identifies. */
export type Generation = SessionName & { generation: number }

/** What a session inherits from its predecessor: it still counts from the original sign-in. */
export type Predecessor = {
  family: string
  began: string
  ends: string
  amr: string[]
  claims: string[]
  proven_at: string
}

// Sessions of one sign-in, each the successor of the one before. Those of an older program have no family.
const changeFamily = (change: string) => `
  update sessions s set ${change} from sessions named
   where named.project_id = $1 and named.session_id = $2 and s.login_id = named.login_id and s.revoked_at is null
     and coalesce(s.family_id, s.session_id) = coalesce(named.family_id, named.session_id)`
export const endFamily = changeFamily('revoked_at = now()')
/** As if they had expired: what a sign-out ends stays. */
export const expireFamily = changeFamily('expires_at = least(s.expires_at, now())')

/**
 * Until the transaction ends, no session of the login begins, ends or is replaced. Code that ends sessions takes this lock first, in a
 * separate statement: otherwise a session that is switching projects slips through, since its successor does not exist yet.
 */
export const lockLogin = (db: Db, login: string) =>
  db.selectFrom('logins').select('login_id').where('login_id', '=', login).forUpdate().execute()

/** Ends all of a login's sessions except this one. */
export const endSessionsOfLogin = async (db: Db, login: string, but?: string) => {
  await lockLogin(db, login)
  await db
    .updateTable('sessions')
    .set({ revoked_at: sql<string>`now()` })
    .where('login_id', '=', login)
    .where('revoked_at', 'is', null)
    .$if(but !== undefined, (query) => query.where('session_id', '!=', but ?? ''))
    .execute()
}

/** Ends a session so that another can follow. If two try to follow, one succeeds: undefined if it has already ended. */
export const supersede = async (db: Db, { login, project, session }: SessionName & { login: string }) => {
  await lockLogin(db, login)
  const { rows } = await sql<Predecessor>`
    update sessions set revoked_at = now() where project_id = ${project} and session_id = ${session} and revoked_at is null
    returning coalesce(family_id, session_id) as family, created_at as began, expires_at as ends,
              amr, idp_claims as claims, proven_at`.execute(db)
  return rows[0]
}

/**
 * Ends sessions of a record that now belongs to a different login: they began at the invitation, no longer open anything (see
 * `SessionQueries`), and their browsers get no news.
 */
export const endInvitedSessions = (
  db: Db,
  { patient_id, provider_id }: { patient_id: string | null; provider_id: string | null },
  login: string,
) =>
  sql`update sessions set revoked_at = now()
       where (patient_id = ${patient_id} or provider_id = ${provider_id}) and login_id <> ${login} and revoked_at is null`.execute(
    db,
  )

/** A person's number of sessions is limited: the oldest are ended. */
export const endOldest = (db: Db, login: string, newest: string) =>
  sql`update sessions set revoked_at = now()
       where (project_id, session_id) in (
         select project_id, session_id from sessions
          where login_id = ${login} and session_id <> ${newest} and revoked_at is null and expires_at > now()
            and last_seen_at > now() - make_interval(secs => ${idleMs / 1000})
          order by created_at desc, session_id desc offset ${maxSessions - 1})`.execute(db)

/** Of two parallel refreshes, one rotates; the other finds that its token is already the predecessor, and shares the successor. */
export const nextGeneration = async (database: Database, { project, session, generation }: Generation) => {
  await database.systemQuery(
    'update sessions set generation = generation + 1, rotated_at = now() where project_id = $1 and session_id = $2 and generation = $3',
    [project, session, generation],
  )
  return generation + 1
}

/** Treats every earlier refresh token of a session as copied: two generations on, none is the predecessor. */
export const invalidateRefreshTokens = async (db: Db, { project, session }: SessionName) => {
  const { rows } = await sql<{ generation: number; left_ms: number }>`
    update sessions set generation = generation + 2, rotated_at = now() where project_id = ${project} and session_id = ${session}
    returning generation, extract(epoch from expires_at - now())::float8 * 1000 as left_ms`.execute(db)
  return firstRow(rows)
}
