import { type Context, type Cookies, findActiveSession, isFresh, namesIn, touch } from './active-sessions.ts'
import { type Caller, callerOf } from './session-row.ts'
import { exchangeTicket, touchViewer, type Viewer, viewersOf } from './viewer-tickets.ts'

const touchAfterMs = 30_000

type ViewerProof = { ticket: string | undefined; cookies: string[]; keep: (viewer: Viewer) => void }

/** The credentials that came with a request. */
export type Proof = { bearer?: string; cookies?: Cookies; viewer?: ViewerProof; keepsAlive: boolean }

/** The caller of a request, or null. A bearer token wins over a cookie. */
export const resolve = async (context: Context, proof: Proof): Promise<Caller | null> => {
  if (proof.viewer) return byViewer(context, proof.viewer)
  const row =
    (proof.bearer && (await byBearer(context, proof.bearer))) ||
    (proof.cookies && !proof.bearer && (await byCookie(context, proof.cookies)))
  if (!row) return null
  const caller = callerOf(row)
  // Best effort: a request must not fail or wait because its arrival time could not be recorded.
  if (proof.keepsAlive && row.seen_ms > touchAfterMs) touch(context, caller).catch(() => {})
  return caller
}

const byBearer = async (context: Context, token: string) => {
  const name = await context.access.read(token)
  return name && (await findActiveSession(context, name))
}

const byCookie = async (context: Context, cookies: Cookies) => {
  for (const name of namesIn(context, cookies)) {
    const row = await findActiveSession(context, name)
    if (row && isFresh(name, row)) return row
  }
  return undefined
}

/**
 * A ticket is exchanged for a cookie, which `keep` sends to the browser, or else an existing cookie is used. Neither keeps the session
 * alive: looking at images does, through the page that shows them.
 */
const byViewer = async (context: Context, { ticket, cookies, keep }: ViewerProof) => {
  const { database } = context
  const exchanged = ticket ? await exchangeTicket(database, ticket) : null
  const viewers = exchanged ? [exchanged] : await viewersOf(database, cookies)
  for (const viewer of viewers) {
    const row = await findActiveSession(context, viewer)
    if (!row) continue
    // A list across all of a browser's viewers does not count as use of one.
    if (viewer.isStale && viewers.length === 1) {
      await touchViewer(database, viewer)
      keep(viewer)
    }
    const studies = viewers.filter(({ session }) => session === viewer.session).map(({ study }) => study)
    return { ...callerOf(row), onlyStudies: studies }
  }
  return null
}
