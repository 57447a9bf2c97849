import { type Audience, audiences } from '@fornix/contract'
import type { Database } from '../database/db.ts'
import { pendingOf } from './second-factor.ts'
import { type Generation, graceMs } from './session-family.ts'
import type { Caller, SessionQueries, SessionRow } from './session-row.ts'
import type { AccessTokens, RefreshTokens, SessionName } from './tokens.ts'

export type Cookies = Record<string, string | undefined>
export type Context = {
  database: Database
  access: AccessTokens
  refresh: RefreshTokens
  secure: boolean
  queries: SessionQueries
}

export const cookieName = ({ secure }: Context, audience: Audience) => `${secure ? '__Host-' : ''}fornix-${audience}`

export const namesIn = (context: Context, cookies: Cookies, first: Audience = 'patient') =>
  [first, ...audiences.filter((audience) => audience !== first)].flatMap((audience) => {
    const name = context.refresh.read(cookies[cookieName(context, audience)] ?? '')
    return name ? [name] : []
  })

/** The row of a session that has not ended. */
export const findActiveSession = async ({ database, queries }: Context, { project, session }: SessionName) =>
  (await database.systemQuery<SessionRow>(queries.one, [project, session]))[0]

const isPredecessor = ({ generation }: Generation, row: SessionRow) =>
  generation === row.generation - 1 && row.rotated_ms < graceMs
export const isFresh = (name: Generation, row: SessionRow) =>
  name.generation === row.generation || isPredecessor(name, row)

/**
 * Whether the caller's session is still valid, with the same role and every area that was shared; for work that continues after the request
 * was admitted.
 */
export const isSessionValid = async (context: Context, caller: Caller) => {
  const row = await findActiveSession(context, caller)
  if (!row || pendingOf(row.second_factor)) return false
  return row.role === caller.role && (caller.caregiver?.areas ?? []).every((area) => row.areas.includes(area))
}

/** The ids of the sessions that have not ended and lack nothing, in one query. */
export const activeSessionIds = async ({ database, queries }: Context, names: SessionName[]) => {
  const rows = await database.systemQuery<SessionRow>(queries.many, [
    names.map(({ project }) => project),
    names.map(({ session }) => session),
  ])
  return new Set(rows.flatMap(({ session_id, second_factor }) => (pendingOf(second_factor) ? [] : [session_id])))
}

/** Records that a person is present; pages send this only for user activity. */
export const notePresence = ({ database }: Context, { project, session }: SessionName) =>
  database.systemQuery(
    'update sessions set last_seen_at = now(), present_at = now() where project_id = $1 and session_id = $2',
    [project, session],
  )

export const touch = ({ database }: Context, { project, session }: SessionName) =>
  database.systemQuery('update sessions set last_seen_at = now() where project_id = $1 and session_id = $2', [
    project,
    session,
  ])
