import { createHash, randomBytes } from 'node:crypto'
import type { Database, Db } from './db.ts'
import type { SessionName } from './tokens.ts'

/** A viewer that is slow to start has this long for its first question. */
const firstUseSeconds = 60

const sha256 = (text: string) => createHash('sha256').update(text).digest()
const form = /^vt\.([0-9a-f-]{36})\.([0-9a-f-]{36})\.[\w-]{43}$/

/** The cookie of a study's viewer; several may be open at once. */
export const ticketCookie = (study: string) => `fornix-viewer-${sha256(study).toString('hex').slice(0, 12)}`

export const looksLikeTicket = (text: string | undefined) => text?.startsWith('vt.') === true

/** A ticket narrows a session to one study. It is worth nothing without that session, and never more than it. */
export const issueTicket = async (db: Db, { project, session }: SessionName, study: string) => {
  const ticket = `vt.${project}.${session}.${randomBytes(32).toString('base64url')}`
  await db
    .insertInto('viewer_tickets')
    .values({ project_id: project, session_id: session, study_uid: study, ticket_hash: sha256(ticket) })
    .execute()
  return ticket
}

/** The session and the study of a ticket; a ticket that nobody used in its first minute is dead. */
export const readTicket = async (
  database: Database,
  ticket: string,
): Promise<(SessionName & { study: string }) | null> => {
  const [, project, session] = form.exec(ticket) ?? []
  if (!project || !session) return null
  const key = [project, sha256(ticket)]
  const [row] = await database.systemQuery<{ study_uid: string; is_used: boolean }>(
    `select study_uid, first_used_at is not null as is_used from viewer_tickets
      where project_id = $1 and ticket_hash = $2 and session_id = $3
        and (first_used_at is not null or issued_at > now() - make_interval(secs => ${firstUseSeconds}))`,
    [...key, session],
  )
  if (!row) return null
  if (!row.is_used)
    await database.systemQuery(
      'update viewer_tickets set first_used_at = now() where project_id = $1 and ticket_hash = $2',
      key,
    )
  return { project, session, study: row.study_uid }
}
