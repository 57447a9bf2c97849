import { idleMs, maxSessions } from '@fornix/contract'
import { sql } from 'kysely'
import type { Database, Db } from '../database/db.ts'
import { firstRow } from '../database/first-row.ts'
import type { SessionName } from './tokens.ts'

export const graceMs = 10_000

/** What a refresh token names. */
export type Generation = SessionName & { generation: number }

/** What a session takes over from the one that it follows: the time of the sign-in stays the beginning. */
export type Predecessor = {
  family: string
  began: string
  ends: string
  amr: string[]
  claims: string[]
  proven_at: string
}

// Sessions of one sign-in, each of which followed the one before it. Those of an older program name no family.
const changeFamily = (change: string) => `
  update sessions s set ${change} from sessions named
   where named.project_id = $1 and named.session_id = $2 and s.login_id = named.login_id and s.revoked_at is null
     and coalesce(s.family_id, s.session_id) = coalesce(named.family_id, named.session_id)`
export const endFamily = changeFamily('revoked_at = now()')
/** As if their time was over: what ends with a sign-out stays. */
export const expireFamily = changeFamily('expires_at = least(s.expires_at, now())')

/**
 * Until the transaction ends no session of the login begins, ends or follows another. Whoever ends sessions takes this first, in a
 * statement of its own: else a session that is changing its project slips through, since the one that follows it is not there yet.
 */
export const lockLogin = (db: Db, login: string) =>
  db.selectFrom('logins').select('login_id').where('login_id', '=', login).forUpdate().execute()

/** Ends all sessions of a login but this one. */
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

/** Ends a session for another one to follow it. Of two that want to follow one does: undefined when it has ended. */
export const supersede = async (db: Db, { login, project, session }: SessionName & { login: string }) => {
  await lockLogin(db, login)
  const { rows } = await sql<Predecessor>`
    update sessions set revoked_at = now() where project_id = ${project} and session_id = ${session} and revoked_at is null
    returning coalesce(family_id, session_id) as family, created_at as began, expires_at as ends,
              amr, idp_claims as claims, proven_at`.execute(db)
  return rows[0]
}

/** Ends the sessions of a record, and those of who acts for its patient. */
export const endSessionsOfRecord = (db: Db, { project, patient }: { project: string; patient: string }) =>
  sql`update sessions set revoked_at = now()
       where project_id = ${project} and revoked_at is null
         and (patient_id = ${patient}
              or caregiver_id in (select caregiver_id from caregivers where project_id = ${project} and patient_id = ${patient}))`.execute(
    db,
  )

/**
 * Those of a record that has got its login now, and of another one: they began at the invitation, open nothing any more (see
 * `session-row.ts`), and their browsers are told of no news.
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

/** A person has so many sessions at most: the oldest make room. */
export const endOldest = (db: Db, login: string, newest: string) =>
  sql`update sessions set revoked_at = now()
       where (project_id, session_id) in (
         select project_id, session_id from sessions
          where login_id = ${login} and session_id <> ${newest} and revoked_at is null and expires_at > now()
            and last_seen_at > now() - make_interval(secs => ${idleMs / 1000})
          order by created_at desc, session_id desc offset ${maxSessions - 1})`.execute(db)

/** Of two parallel refreshes one rotates; the other finds its token to be the predecessor already and shares the successor. */
export const nextGeneration = async (database: Database, { project, session, generation }: Generation) => {
  await database.systemQuery(
    'update sessions set generation = generation + 1, rotated_at = now() where project_id = $1 and session_id = $2 and generation = $3',
    [project, session, generation],
  )
  return generation + 1
}

/** Makes every refresh token of a session that was issued before a copy: two generations on, none is the predecessor. */
export const outdate = async (db: Db, { project, session }: SessionName) => {
  const { rows } = await sql<{ generation: number; left_ms: number }>`
    update sessions set generation = generation + 2, rotated_at = now() where project_id = ${project} and session_id = ${session}
    returning generation, extract(epoch from expires_at - now())::float8 * 1000 as left_ms`.execute(db)
  return firstRow(rows)
}
