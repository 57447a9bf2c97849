import type { Audience } from '@fornix/contract'
import { hourMs } from '@fornix/contract'
import { CompiledQuery, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { conflict, unauthenticated } from '../base/errors.ts'
import type { Db } from '../database/db.ts'
import { careScope, type Scope } from '../database/scope.ts'
import {
  activeSessionIds,
  type Context,
  type Cookies,
  cookieName,
  findActiveSession,
  isFresh,
  isSessionValid,
  namesIn,
  notePresence,
} from './active-sessions.ts'
import { type Proof, resolve } from './resolve-caller.ts'
import type { Amr, SecondFactor, Proof as SignInProof } from './second-factor.ts'
import {
  endFamily,
  endOldest,
  expireFamily,
  graceMs,
  invalidateRefreshTokens,
  lockLogin,
  nextGeneration,
  type Predecessor,
  supersede,
} from './session-family.ts'
import { type Caller, callerOf, type SessionRow } from './session-row.ts'
import type { SessionName } from './tokens.ts'

/** The record of a session: exactly one of the four. */
export type RecordColumns =
  | { patient_id: string }
  | { provider_id: string }
  | { registration_id: string }
  | { caregiver_id: string }

export const scopeOf = ({ project, patient, login, caregiver }: Caller): Scope => ({
  project,
  patient: patient ?? 'any',
  ...(caregiver && { care: careScope(caregiver.id, login, caregiver.areas) }),
})

const hours: Record<Audience, number> = { patient: 24, operator: 12, admin: 12 }

type NewSession = {
  project: string
  login: string
  audience: Audience
  record: RecordColumns
  device: string
  proof?: SignInProof
}

export const openSessions = (context: Context) => {
  return {
    cookieName: (audience: Audience) => cookieName(context, audience),
    namesIn: (cookies: Cookies) => namesIn(context, cookies),
    revoke: (name: SessionName) => revoke(context, name),
    revokeIn,
    expire: (name: SessionName) => expire(context, name),
    keepAlive: (caller: Caller) => notePresence(context, caller),
    isSessionValid: (caller: Caller) => isSessionValid(context, caller),
    activeSessionIds: (names: SessionName[]) => activeSessionIds(context, names),
    resolve: (proof: Proof) => resolve(context, proof),
    start: (db: Db, who: NewSession, after?: Predecessor) => start(context, db, who, after),
    supersede,
    factsOf: (name: SessionName) => factsOf(context, name),
    prove,
    replaceRefreshToken: (db: Db, caller: Caller) => replaceRefreshToken(context, db, caller),
    holdsRefreshToken: (caller: Caller, cookies: Cookies) => holdsRefreshToken(context, caller, cookies),
    rotate: (cookies: Cookies, audience: Audience, expired: string | undefined) =>
      rotate(context, cookies, audience, expired),
  }
}
export type Sessions = ReturnType<typeof openSessions>

/** What a session in the current transaction lacks of a second factor. */
const stateIn = async ({ queries }: Context, db: Db, { project, session }: SessionName) => {
  const { rows } = await db.executeQuery<SessionRow>(CompiledQuery.raw(queries.one, [project, session]))
  return rows[0]?.second_factor ?? 'none'
}

type Facts = {
  second_factor: SecondFactor
  required: boolean
  days_left: number
  mail: boolean
  by_own_factor: boolean
  amr: Amr[]
  factor_passed: boolean
  recent: boolean
}
/** What a login's roles and projects require of a session, how it was authenticated, and whether recently. */
const factsOf = async ({ database, queries }: Context, { project, session }: SessionName): Promise<Facts> => {
  const [facts] = await database.systemQuery<Facts>(queries.facts, [project, session])
  if (!facts) throw unauthenticated()
  return facts
}

/** Records that a session has shown another factor. */
const prove = async (db: Db, { project, session }: SessionName, factor: Amr) => {
  await sql`update sessions set proven_at = now(), amr = case when ${factor} = any(amr) then amr else amr || ${factor}::text end
    where project_id = ${project} and session_id = ${session}`.execute(db)
}

const endIn = async (db: Db, { project, session }: SessionName, change: string) => {
  const { rows } = await sql<{ login_id: string }>`
    select login_id from sessions where project_id = ${project} and session_id = ${session}`.execute(db)
  if (rows[0]) await lockLogin(db, rows[0].login_id)
  await db.executeQuery(CompiledQuery.raw(change, [project, session]))
}
const end = ({ database }: Context, name: SessionName, change: string) =>
  database.unscoped('end a session', (db) => endIn(db, name, change))

/** Ends a session and any that followed it. */
const revoke = (context: Context, name: SessionName) => end(context, name, endFamily)

/** For a transaction that has locked the login, and would otherwise wait for itself. */
const revokeIn = (db: Db, name: SessionName) => endIn(db, name, endFamily)

/** Ends them as if they had expired: nobody signed out. */
const expire = (context: Context, name: SessionName) => end(context, name, expireFamily)

/** A token was used whose session was replaced a while ago: it was copied, so the family ends. */
const revokeSuccessors = (context: Context, name: SessionName) =>
  end(context, name, `${endFamily} and named.revoked_at < now() - make_interval(secs => ${graceMs / 1000})`)

/** Starts a session in the caller's transaction; its tokens are valid once that commits. */
const start = async (context: Context, db: Db, who: NewSession, after?: Predecessor) => {
  const { access, refresh } = context
  const session = uuid()
  const began = after ? Date.parse(after.began) : Date.now()
  const { amr, claims = [] } = after ?? who.proof ?? { amr: [] }
  const ends = Math.min(began + hours[who.audience] * hourMs, after ? Date.parse(after.ends) : Infinity)
  if (ends <= Date.now()) throw conflict('Please sign in again to open this clinic or study.', 'sign_in_again')
  // The row lock on the login serializes a person's sign-ins, so that they are counted one by one.
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
      amr: [...amr],
      idp_claims: [...claims],
      ...(who.proof?.at !== undefined && { proven_at: sql<string>`least(now(), to_timestamp(${who.proof.at}))` }),
      ...(after && { proven_at: after.proven_at }),
    })
    .execute()
  await endOldest(db, who.login, session)
  const name = { project: who.project, session }
  return {
    session,
    secondFactor: await stateIn(context, db, name),
    accessToken: await access.issue(name, who.audience),
    refreshToken: refresh.issue(name, 1),
    secondsLeft: secondsOf(ends - Date.now()),
  }
}

/** Whether the request has this session's refresh token. One older than the predecessor was copied. */
const holdsRefreshToken = async (context: Context, { session }: Caller, cookies: Cookies) => {
  const name = namesIn(context, cookies).find((one) => one.session === session)
  const row = name && (await findActiveSession(context, name))
  if (!row) return false
  if (isFresh(name, row)) return true
  await revoke(context, name)
  return false
}

/** Issues a refresh token for this session and invalidates all others, including the one that came along. */
const replaceRefreshToken = async ({ refresh }: Context, db: Db, { project, session }: Caller) => {
  const { generation, left_ms } = await invalidateRefreshTokens(db, { project, session })
  return { refreshToken: refresh.issue({ project, session }, generation), secondsLeft: secondsOf(left_ms) }
}

/**
 * Rotates the refresh token of the session in the cookies, at most once every 10 seconds. Its immediate predecessor stays valid for another
 * 10 seconds and gets the same successor; an older one was copied, which ends the session and its whole family. `expired` is the access
 * token that the page still holds: it must be of the same session, so that no tab slips into another person's session.
 */
const rotate = async (context: Context, cookies: Cookies, audience: Audience, expired: string | undefined) => {
  const { database, access, refresh } = context
  for (const name of namesIn(context, cookies, audience)) {
    const row = await findActiveSession(context, name)
    if (!row) {
      await revokeSuccessors(context, name)
      continue
    }
    const held = expired ? await access.nameOf(expired) : undefined
    if (held !== undefined && held?.session !== row.session_id) return null
    if (!isFresh(name, row)) {
      await revoke(context, name)
      return null
    }
    // So that windows refreshing in parallel over a slow link never find their token two generations old.
    const generation = row.rotated_ms < graceMs ? row.generation : await nextGeneration(database, name)
    return {
      caller: callerOf(row),
      accessToken: await access.issue(name, row.audience),
      refreshToken: refresh.issue(name, generation),
      secondsLeft: secondsOf(row.left_ms),
    }
  }
  return null
}

const secondsOf = (ms: number) => Math.max(1, Math.floor(ms / 1000))
