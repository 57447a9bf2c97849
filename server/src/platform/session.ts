import { type Audience, audiences, idleMs, maxSessions, type Role } from '@fornix/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database, Db } from './db.ts'
import { conflict } from './errors.ts'
import { type PatientId, type ProjectId, patientId, projectId, type Scope } from './scope.ts'
import type { AccessTokens, RefreshTokens, SessionName } from './tokens.ts'
import { exchangeTicket, touchViewer, type Viewer, viewersOf } from './viewer-tickets.ts'

/** Who is asking. Read from the database at every request, so that a changed role or a deleted account counts at once. */
export type Caller = {
  session: string
  login: string
  project: ProjectId
  audience: Audience
  role: Role
  /** The internal id of the patient or provider record, or of the registration that is to become one. */
  person: string
  /** False while the email address of a registration waits for its proof. */
  confirmed: boolean
  patient: PatientId | null
  name: string
  email: string
  /** The patient that this session works on. */
  focus: string | null
  /** The only studies that a viewer lets this request see; null without one. */
  onlyStudies: string[] | null
}

/** Whose session it is: exactly one of the three. */
export type RecordColumns = { patient_id: string } | { provider_id: string } | { registration_id: string }

export const scopeOf = (caller: Caller): Scope => ({ project: caller.project, patient: caller.patient ?? 'any' })

type SessionRow = {
  session_id: string
  login_id: string
  project_id: string
  audience: Audience
  role: Role
  person: string
  confirmed: boolean
  patient_id: string | null
  name: string
  email: string
  focus_patient_id: string | null
  generation: number
  rotated_ms: number
  seen_ms: number
  left_ms: number
}

// The person must still be there: a deleted record ends its sessions without a second statement.
const livingWhere = (which: string) => `
  select s.session_id, s.login_id, s.project_id, s.audience, coalesce(s.patient_id, r.registration_id) as patient_id,
         s.focus_patient_id, s.generation, coalesce(v.role, 'Patient') as role,
         coalesce(s.patient_id, s.provider_id, r.registration_id) as person, r.registration_id is null as confirmed,
         concat_ws(' ', coalesce(v.first_name, p.first_name, r.first_name), coalesce(v.last_name, p.last_name, r.last_name)) as name,
         coalesce(v.email, p.email, r.email) as email,
         (extract(epoch from now() - s.rotated_at) * 1000)::float8 as rotated_ms,
         (extract(epoch from now() - s.last_seen_at) * 1000)::float8 as seen_ms,
         (extract(epoch from s.expires_at - now()) * 1000)::float8 as left_ms
    from sessions s
    left join patients p on p.project_id = s.project_id and p.patient_id = s.patient_id and p.deleted_at is null
    left join providers v on v.project_id = s.project_id and v.provider_id = s.provider_id and v.deleted_at is null
    left join registrations r on r.project_id = s.project_id and r.registration_id = s.registration_id
   where ${which} and s.revoked_at is null and s.expires_at > now()
     and s.last_seen_at > now() - make_interval(secs => ${idleMs / 1000})
     and coalesce(p.patient_id, v.provider_id, r.registration_id) is not null
     and s.audience = case when v.role in ('Admin', 'SuperAdmin') then 'admin' when v.role is not null then 'operator' else 'patient' end`
const livingSession = livingWhere('s.project_id = $1 and s.session_id = $2')
const livingSessions = livingWhere('(s.project_id, s.session_id) in (select * from unnest($1::uuid[], $2::uuid[]))')

const callerOf = (row: SessionRow): Caller => ({
  session: row.session_id,
  login: row.login_id,
  project: projectId(row.project_id),
  audience: row.audience,
  role: row.role,
  person: row.person,
  confirmed: row.confirmed,
  patient: row.patient_id === null ? null : patientId(row.patient_id),
  name: row.name,
  email: row.email,
  focus: row.focus_patient_id,
  onlyStudies: null,
})

const graceMs = 10_000
const touchAfterMs = 30_000
const hours: Record<Audience, number> = { patient: 24, operator: 12, admin: 12 }

export type Cookies = Record<string, string | undefined>
type ViewerProof = { ticket: string | undefined; cookies: string[]; keep: (viewer: Viewer) => void }

type Generation = SessionName & { generation: number }
const isPredecessor = ({ generation }: Generation, row: SessionRow) =>
  generation === row.generation - 1 && row.rotated_ms < graceMs
const isFresh = (name: Generation, row: SessionRow) => name.generation === row.generation || isPredecessor(name, row)

/** What a session takes over from the one that it follows: the time of the sign-in stays the beginning. */
type Forerunner = { family: string; began: string; ends: string }

// Sessions of one sign-in, each of which followed the one before it. Those of an older program name no family.
const endFamily = `
  update sessions s set revoked_at = now() from sessions named
   where named.project_id = $1 and named.session_id = $2 and s.login_id = named.login_id and s.revoked_at is null
     and coalesce(s.family_id, s.session_id) = coalesce(named.family_id, named.session_id)`

export const openSessions = (database: Database, access: AccessTokens, refresh: RefreshTokens, secure: boolean) => {
  const cookieName = (audience: Audience) => `${secure ? '__Host-' : ''}fornix-${audience}`
  const living = async ({ project, session }: SessionName) =>
    (await database.systemQuery<SessionRow>(livingSession, [project, session], true))[0]
  const namesIn = (cookies: Cookies, first: Audience = 'patient') =>
    [first, ...audiences.filter((audience) => audience !== first)].flatMap((audience) => {
      const name = refresh.read(cookies[cookieName(audience)] ?? '')
      return name ? [name] : []
    })

  const touch = (caller: SessionName) =>
    database.systemQuery('update sessions set last_seen_at = now() where project_id = $1 and session_id = $2', [
      caller.project,
      caller.session,
    ])
  /** Ends a session, and with it any that followed it. */
  const revoke = ({ project, session }: SessionName) => database.systemQuery(endFamily, [project, session])
  /** Somebody holds a token of a session that another one followed a while ago: it was copied, so the family ends. */
  const revokeSuccessors = ({ project, session }: SessionName) =>
    database.systemQuery(`${endFamily} and named.revoked_at < now() - make_interval(secs => ${graceMs / 1000})`, [
      project,
      session,
    ])

  const byBearer = async (token: string) => {
    const name = await access.read(token)
    return name && (await living(name))
  }
  const byCookie = async (cookies: Cookies) => {
    for (const name of namesIn(cookies)) {
      const row = await living(name)
      if (row && isFresh(name, row)) return row
    }
    return undefined
  }

  /**
   * A ticket is exchanged for a cookie, which `keep` gives to the browser, or a cookie is used. Neither keeps the session alive:
   * looking at images does, in the page that shows them.
   */
  const byViewer = async ({ ticket, cookies, keep }: ViewerProof) => {
    const exchanged = ticket ? await exchangeTicket(database, ticket) : null
    const viewers = exchanged ? [exchanged] : await viewersOf(database, cookies)
    for (const viewer of viewers) {
      const row = await living(viewer)
      if (!row) continue
      // A list over all viewers of a browser is no use of any.
      if (viewer.isStale && viewers.length === 1) {
        await touchViewer(database, viewer)
        keep(viewer)
      }
      const studies = viewers.filter(({ session }) => session === viewer.session).map(({ study }) => study)
      return { ...callerOf(row), onlyStudies: studies }
    }
    return null
  }

  return {
    cookieName,
    namesIn,
    revoke,
    keepAlive: (caller: Caller) => touch(caller),

    /** The ids of those sessions that have not ended, in one question. */
    livingOf: async (names: SessionName[]) => {
      const rows = await database.systemQuery<SessionRow>(livingSessions, [
        names.map(({ project }) => project),
        names.map(({ session }) => session),
      ])
      return new Set(rows.map(({ session_id }) => session_id))
    },

    /** The caller of a request, or null. A bearer token wins over a cookie. */
    resolve: async (asked: {
      bearer?: string
      cookies?: Cookies
      viewer?: ViewerProof
      keepsAlive: boolean
    }): Promise<Caller | null> => {
      if (asked.viewer) return byViewer(asked.viewer)
      const row =
        (asked.bearer && (await byBearer(asked.bearer))) ||
        (asked.cookies && !asked.bearer && (await byCookie(asked.cookies)))
      if (!row) return null
      const caller = callerOf(row)
      // Best effort: a request must not fail or wait because the time of its arrival could not be noted.
      if (asked.keepsAlive && row.seen_ms > touchAfterMs) touch(caller).catch(() => {})
      return caller
    },

    /** Starts a session in the caller's transaction; the tokens are worth something once it commits. */
    start: async (
      db: Db,
      who: { project: string; login: string; audience: Audience; record: RecordColumns; device: string },
      after?: Forerunner,
    ) => {
      const session = uuid()
      const began = after ? Date.parse(after.began) : Date.now()
      const ends = Math.min(began + hours[who.audience] * 3_600_000, after ? Date.parse(after.ends) : Infinity)
      if (ends <= Date.now()) throw conflict('Please sign in again to open this project.', 'sign_in_again')
      // The row of the login lets one sign-in of a person through at a time, so that they are counted one by one.
      await db.updateTable('logins').set({ last_project_id: who.project }).where('login_id', '=', who.login).execute()
      await db
        .insertInto('sessions')
        .values({
          project_id: who.project,
          session_id: session,
          login_id: who.login,
          audience: who.audience,
          ...who.record,
          device: who.device,
          family_id: after?.family ?? session,
          created_at: new Date(began).toISOString(),
          expires_at: new Date(ends).toISOString(),
        })
        .execute()
      await endOldest(db, who.login, session)
      const name = { project: who.project, session }
      return {
        session,
        accessToken: await access.issue(name, who.audience),
        refreshToken: refresh.issue(name, 1),
        secondsLeft: secondsOf(ends - Date.now()),
      }
    },

    /** Ends a session for another one to follow it. Of two that want to follow one does: undefined when it has ended. */
    supersede: async (db: Db, { project, session }: SessionName) => {
      const { rows } = await sql<Forerunner>`
        update sessions set revoked_at = now() where project_id = ${project} and session_id = ${session} and revoked_at is null
        returning coalesce(family_id, session_id) as family, created_at as began, expires_at as ends`.execute(db)
      return rows[0]
    },

    /** Whether the refresh token of this very session came along. One that is older than its predecessor was copied. */
    holdsRefreshToken: async ({ session }: Caller, cookies: Cookies) => {
      const name = namesIn(cookies).find((one) => one.session === session)
      const row = name && (await living(name))
      if (!row) return false
      if (isFresh(name, row)) return true
      await revoke(name)
      return false
    },

    /**
     * Rotates the refresh token of the session in the cookies. Its immediate predecessor is good for 10 seconds more and gets
     * the same successor; an older one was copied, which ends the session and all of its family. `expired` is the access token that the page still
     * holds: it must be of the same session, so that no tab slips into another person's session.
     */
    rotate: async (cookies: Cookies, asked: Audience, expired: string | undefined) => {
      for (const name of namesIn(cookies, asked)) {
        const row = await living(name)
        if (!row) {
          await revokeSuccessors(name)
          continue
        }
        const held = expired ? await access.nameOf(expired) : undefined
        if (held !== undefined && held?.session !== row.session_id) return null
        if (!isFresh(name, row)) {
          await revoke(name)
          return null
        }
        const generation = isPredecessor(name, row) ? row.generation : await nextGeneration(database, name)
        return {
          caller: callerOf(row),
          accessToken: await access.issue(name, row.audience),
          refreshToken: refresh.issue(name, generation),
          secondsLeft: secondsOf(row.left_ms),
        }
      }
      return null
    },
  }
}
const secondsOf = (ms: number) => Math.max(1, Math.floor(ms / 1000))

/** A person has so many sessions at most: the oldest make room. */
const endOldest = (db: Db, login: string, newest: string) =>
  sql`update sessions set revoked_at = now()
       where (project_id, session_id) in (
         select project_id, session_id from sessions
          where login_id = ${login} and session_id <> ${newest} and revoked_at is null and expires_at > now()
            and last_seen_at > now() - make_interval(secs => ${idleMs / 1000})
          order by created_at desc, session_id desc offset ${maxSessions - 1})`.execute(db)

export type Sessions = ReturnType<typeof openSessions>

/** Of two parallel refreshes one rotates; the other finds its token to be the predecessor already and shares the successor. */
const nextGeneration = async (database: Database, { project, session, generation }: Generation) => {
  await database.systemQuery(
    'update sessions set generation = generation + 1, rotated_at = now() where project_id = $1 and session_id = $2 and generation = $3',
    [project, session, generation],
  )
  return generation + 1
}
