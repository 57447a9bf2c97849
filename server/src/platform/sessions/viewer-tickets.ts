import { createHash, randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Db } from '../database/db.ts'
import type { SessionName } from './tokens.ts'

/** How long a viewer that is slow to start has to exchange its ticket. */
const exchangeSeconds = 60
/** A viewer idle for this long must be reopened; its cookie expires at the same time. */
export const viewerIdleSeconds = 15 * 60
const touchSeconds = 30

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const form = new RegExp(`^vt\\.(${uuid})\\.(${uuid})\\.[\\w-]{43}$`)
const sha256 = (text: string) => createHash('sha256').update(text).digest()
/** A ticket or a cookie's value: their row tells which, so neither can be used as the other. */
const secretOf = ({ project, session }: SessionName) =>
  `vt.${project}.${session}.${randomBytes(32).toString('base64url')}`
const nameIn = (secret: string): SessionName | undefined => {
  const [, project, session] = form.exec(secret) ?? []
  return project && session ? { project, session } : undefined
}

const cookiePrefix = 'fornix-viewer-'
/** The cookie for a study's viewer; several may be open at once. */
export const viewerCookie = (study: string) => cookiePrefix + sha256(study).toString('hex').slice(0, 12)
export const isViewerCookie = (name: string) => name.startsWith(cookiePrefix)
export const looksLikeTicket = (text: string) => text.startsWith('vt.')

/** A browser showing one study. It is only valid with its session, and never allows more than that. */
export type Viewer = SessionName & { study: string; cookie: string; isStale: boolean }

const add = async (db: Db, name: SessionName, study: string, at: RawBuilder<string> | null) => {
  const secret = secretOf(name)
  await db
    .insertInto('viewer_tickets')
    .values({
      project_id: name.project,
      session_id: name.session,
      study_uid: study,
      ticket_hash: sha256(secret),
      first_used_at: at,
      last_used_at: at,
    })
    .execute()
  return secret
}

/** For a viewer that does not get the portal's cookies: its address has the ticket, which its first request exchanges. */
export const issueTicket = (db: Db, name: SessionName, study: string) => add(db, name, study, null)
/** For a viewer in the same browser: the cookie itself. */
export const openViewer = (db: Db, name: SessionName, study: string) => add(db, name, study, sql`now()`)

/** If the same ticket is used twice, only one request gets the cookie, whose hash replaces the ticket's. */
export const exchangeTicket = async (database: Database, ticket: string): Promise<Viewer | null> => {
  const name = nameIn(ticket)
  if (!name) return null
  const cookie = secretOf(name)
  const [row] = await database.systemQuery<{ study_uid: string }>(
    `update viewer_tickets set ticket_hash = $4, first_used_at = now(), last_used_at = now()
      where project_id = $1 and ticket_hash = $2 and session_id = $3 and first_used_at is null
        and issued_at > now() - make_interval(secs => ${exchangeSeconds})
      returning study_uid`,
    [name.project, sha256(ticket), name.session, sha256(cookie)],
  )
  return row ? { ...name, study: row.study_uid, cookie, isStale: true } : null
}

/** The viewers of these cookies, except those idle too long. */
export const viewersOf = async (database: Database, cookies: string[]): Promise<Viewer[]> => {
  const shown = cookies.flatMap((cookie) => {
    const name = nameIn(cookie)
    return name ? [{ ...name, cookie, hash: sha256(cookie) }] : []
  })
  if (shown.length === 0) return []
  const rows = await database.systemQuery<{ ticket_hash: Buffer; study_uid: string; is_stale: boolean }>(
    `select ticket_hash, study_uid, last_used_at < now() - make_interval(secs => ${touchSeconds}) as is_stale
       from viewer_tickets
      where (project_id, session_id, ticket_hash) in (select * from unnest($1::uuid[], $2::uuid[], $3::bytea[]))
        and last_used_at > now() - make_interval(secs => ${viewerIdleSeconds})`,
    [shown.map(({ project }) => project), shown.map(({ session }) => session), shown.map(({ hash }) => hash)],
  )
  return rows.flatMap(({ ticket_hash, study_uid, is_stale }) =>
    shown
      .filter(({ hash }) => hash.equals(ticket_hash))
      .map(({ project, session, cookie }) => ({ project, session, cookie, study: study_uid, isStale: is_stale })),
  )
}

export const touchViewer = (database: Database, { project, cookie }: Viewer) =>
  database.systemQuery('update viewer_tickets set last_used_at = now() where project_id = $1 and ticket_hash = $2', [
    project,
    sha256(cookie),
  ])
