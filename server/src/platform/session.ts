import { type Audience, audiences, idleMs, type Role } from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import type { Database, Db } from './db.ts'
import { type PatientId, type ProjectId, patientId, projectId, type Scope } from './scope.ts'
import type { AccessTokens, RefreshTokens, SessionName } from './tokens.ts'
import { readTicket } from './viewer-tickets.ts'

/** Who is asking. Read from the database at every request, so that a changed role or a deleted account counts at once. */
export type Caller = {
  session: string
  login: string
  project: ProjectId
  audience: Audience
  role: Role
  /** The internal id of the patient or provider record, or of the registration that is to become one. */
  person: string
  /** False while the e-mail address of a registration waits for its proof. */
  confirmed: boolean
  patient: PatientId | null
  name: string
  email: string
  /** The patient that this session works on. */
  focus: string | null
  /** The only study that a viewer's ticket lets this request see; null without a ticket. */
  onlyStudy: string | null
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
}

// The person must still be there: a deleted record ends its sessions without a second statement.
const livingWhere = (which: string) => `
  select s.session_id, s.login_id, s.project_id, s.audience, coalesce(s.patient_id, r.registration_id) as patient_id,
         s.focus_patient_id, s.generation, coalesce(v.role, 'Patient') as role,
         coalesce(s.patient_id, s.provider_id, r.registration_id) as person, r.registration_id is null as confirmed,
         concat_ws(' ', coalesce(v.first_name, p.first_name, r.first_name), coalesce(v.last_name, p.last_name, r.last_name)) as name,
         coalesce(v.email, p.email, r.email) as email,
         (extract(epoch from now() - s.rotated_at) * 1000)::float8 as rotated_ms,
         (extract(epoch from now() - s.last_seen_at) * 1000)::float8 as seen_ms
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
  onlyStudy: null,
})

const graceMs = 10_000
const touchAfterMs = 30_000
const hours: Record<Audience, number> = { patient: 24, operator: 12, admin: 12 }

export type Cookies = Record<string, string | undefined>

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
  const revoke = ({ project, session }: SessionName) =>
    database.systemQuery(
      'update sessions set revoked_at = now() where project_id = $1 and session_id = $2 and revoked_at is null',
      [project, session],
    )

  const byBearer = async (token: string) => {
    const name = await access.read(token)
    return name && (await living(name))
  }
  const byCookie = async (cookies: Cookies) => {
    for (const name of namesIn(cookies)) {
      const row = await living(name)
      const fresh =
        row &&
        (name.generation === row.generation || (name.generation === row.generation - 1 && row.rotated_ms < graceMs))
      if (fresh) return row
    }
    return undefined
  }

  /** A ticket does not keep its session alive: looking at images does, in the page that shows them. */
  const byTicket = async (ticket: string) => {
    const found = await readTicket(database, ticket)
    const row = found && (await living(found))
    return row ? { ...callerOf(row), onlyStudy: found.study } : null
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
      ticket?: string
      keepsAlive: boolean
    }): Promise<Caller | null> => {
      if (asked.ticket) return byTicket(asked.ticket)
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
    ) => {
      const session = uuid()
      await db
        .insertInto('sessions')
        .values({
          project_id: who.project,
          session_id: session,
          login_id: who.login,
          audience: who.audience,
          ...who.record,
          device: who.device,
          expires_at: new Date(Date.now() + hours[who.audience] * 3_600_000).toISOString(),
        })
        .execute()
      await db.updateTable('logins').set({ last_project_id: who.project }).where('login_id', '=', who.login).execute()
      const name = { project: who.project, session }
      return { session, accessToken: await access.issue(name, who.audience), refreshToken: refresh.issue(name, 1) }
    },

    /**
     * Rotates the refresh token of the session in the cookies. Its immediate predecessor is good for 10 seconds more and gets
     * the same successor; an older one was copied, which ends the session. `expired` is the access token that the page still
     * holds: it must be of the same session, so that no tab slips into another person's session.
     */
    rotate: async (cookies: Cookies, asked: Audience, expired: string | undefined) => {
      for (const name of namesIn(cookies, asked)) {
        const row = await living(name)
        if (!row) continue
        const held = expired ? await access.nameOf(expired) : undefined
        if (held !== undefined && held?.session !== row.session_id) return null
        const isPredecessor = name.generation === row.generation - 1 && row.rotated_ms < graceMs
        if (name.generation !== row.generation && !isPredecessor) {
          await revoke(name)
          return null
        }
        const generation = isPredecessor ? row.generation : await nextGeneration(database, name)
        return {
          caller: callerOf(row),
          accessToken: await access.issue(name, row.audience),
          refreshToken: refresh.issue(name, generation),
        }
      }
      return null
    },
  }
}
export type Sessions = ReturnType<typeof openSessions>

/** Of two parallel refreshes one rotates; the other finds its token to be the predecessor already and shares the successor. */
const nextGeneration = async (
  database: Database,
  { project, session, generation }: SessionName & { generation: number },
) => {
  await database.systemQuery(
    'update sessions set generation = generation + 1, rotated_at = now() where project_id = $1 and session_id = $2 and generation = $3',
    [project, session, generation],
  )
  return generation + 1
}
