import { randomBytes } from 'node:crypto'
import { type Audience, audiences, type Call } from '@fornix/contract'
import type { z } from 'zod'
import { writeAudit } from '../../platform/audit/audit.ts'
import { notFound, unauthenticated } from '../../platform/base/errors.ts'
import type { CallContext } from '../../platform/calls/route.ts'
import type { Database, Db } from '../../platform/database/db.ts'
import { type Proof, pendingOf, shownText } from '../../platform/sessions/second-factor.ts'
import type { RecordColumns, Sessions } from '../../platform/sessions/session.ts'
import type { Predecessor } from '../../platform/sessions/session-family.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import { hashSecret } from '../../platform/sessions/tokens.ts'
import { noteLanguage } from '../records/patient-language.ts'
import { auditFieldsOf, type Member, membershipList, membershipsOf, userObjectOf } from './memberships.ts'

type SignInContext = Pick<CallContext<Call>, 'request' | 'response' | 'audit'>

/** The login's memberships that fit the audience; the header's project, else the last used one, comes first. */
export const choose = (members: Member[], audience: Audience, project: string | undefined): Member | undefined =>
  members.find((member) => member.audience === audience && (!project || member.project === project))

/** Signs a login in: session, refresh cookie, audit. Other people's sessions in the same browser end. 404 if no membership fits. */
export const startSession = async (
  { sessions }: { sessions: Sessions },
  db: Db,
  context: SignInContext,
  login: string,
  audience: Audience,
  proof: Proof,
) => {
  const members = await membershipsOf(db, login)
  const member = choose(members, audience, context.request.project)
  if (!member) throw notFound()
  return startAs({ sessions }, db, context, login, member, members, proof)
}

type Started = Omit<Awaited<ReturnType<typeof startSession>>, 'session'>

/** Where an audience signs in; the response names the person after it. */
export type Entrance<R extends z.ZodType> = { audience: Audience; responseOf: (started: Started) => z.input<R> }
export const entrances = {
  patient: { audience: 'patient', responseOf: ({ user, ...rest }: Started) => ({ ...rest, patient: user }) },
  operator: { audience: 'operator', responseOf: ({ user, ...rest }: Started) => ({ ...rest, operator: user }) },
  admin: { audience: 'admin', responseOf: ({ user, ...rest }: Started) => ({ ...rest, admin: user }) },
} as const

/** Like `startSession`, for a record that is already chosen. */
export const startAs = async (
  { sessions }: { sessions: Sessions },
  db: Db,
  context: SignInContext,
  login: string,
  member: Member,
  members: Member[],
  proof: Proof,
) => {
  const { audience } = member
  for (const other of sessions.namesIn(context.request.cookies)) await sessions.revokeIn(db, other)
  for (const other of audiences) if (other !== audience) context.response.cookie(sessions.cookieName(other), null)
  const device = markDevice(context)
  // English may just be the browser's language, and its cookie the choice of an earlier user.
  const { browserLanguage } = context.request
  if (browserLanguage !== 'en' && !member.caregiver) await noteLanguage(db, member, browserLanguage)
  const opened = await openSession({ sessions }, db, context, login, member, members, { proof })
  // A user who only knows the password does not get a separate place to guess the rest from.
  if (opened.second_factor === 'none') await rememberDevice(db, device, login)
  return opened
}

const recordOf = ({ patient, provider, caregiver, confirmed }: Member): RecordColumns => {
  if (caregiver) return { caregiver_id: caregiver.caregiver_id }
  if (patient) return confirmed ? { patient_id: patient } : { registration_id: patient }
  return { provider_id: provider ?? '' }
}

/** A caregiver signs in by their own address, which no record of the patient has. */
const onlyAddress = (member: Member): Member => ({
  ...member,
  first_name: '',
  last_name: '',
  patient_id: '',
  physician_name: '',
  provider_id: '',
  mrn_number: '',
  patient_name: '',
  caregiver_id: '',
  ...(member.caregiver && { email: '' }),
})

/**
 * Begins the session of `member`, with its refresh cookie, and fills in the audit row of the call; returns the fields that every sign-in
 * responds with, and `session`, its id.
 * `members`: all memberships of the login, to switch to. Either `proof` (a sign-in) or `after` (the session that this one continues) is
 * given. While a second step is pending, the response names only the address and the project.
 */
const openSession = async (
  { sessions }: { sessions: Sessions },
  db: Db,
  { request, response, audit }: SignInContext,
  login: string,
  member: Member,
  members: Member[],
  { proof, after }: { proof?: Proof; after?: Predecessor },
) => {
  const who = {
    project: member.project,
    login,
    audience: member.audience,
    record: recordOf(member),
    device: request.device,
    ...(proof && { proof }),
  }
  const { accessToken, refreshToken, session, secondsLeft, secondFactor } = await sessions.start(db, who, after)
  response.cookie(sessions.cookieName(member.audience), refreshToken, '/', secondsLeft)
  Object.assign(audit, {
    ...auditFieldsOf(member),
    object: session,
    ...(proof && { detail: proof.amr.map((by) => `by:${shownText({ by, factor: proof.factor })}`).join(' ') }),
  })
  const pending = pendingOf(secondFactor)
  return {
    access_token: accessToken,
    // One factor of two reveals nothing about a record.
    user: pending ? userObjectOf(onlyAddress(member)) : userObjectOf(member),
    role: member.role,
    project: member.project,
    memberships: membershipList(pending ? [onlyAddress(member)] : members),
    email_verified: member.confirmed,
    language: member.language,
    acting: pending ? null : member.caregiver,
    second_factor: pending ?? ('none' as const),
    session,
  }
}

/**
 * Moves a signed-in user to another record of the same login: a session that follows theirs, with the audit row of a sign-in, in the trail
 * of the destination project.
 */
export const followSession = async (
  { database, sessions }: { database: Database; sessions: Sessions },
  { user, request, response }: Pick<CallContext<Call>, 'request' | 'response'> & { user: Caller },
  reason: string,
  member: Member,
  members: Member[],
) => {
  // A leaked bearer token is good for ten minutes, and must not buy a session with its own cookie.
  if (!(await sessions.holdsRefreshToken(user, request.cookies))) throw unauthenticated()
  const started = await database.unscoped(reason, async (db) => {
    const before = await sessions.supersede(db, user)
    if (!before) throw unauthenticated()
    const context = { request, response, audit: {} }
    const opened = await openSession({ sessions }, db, context, user.login, member, members, { after: before })
    await writeAudit(db, {
      ...auditFieldsOf(member),
      action: 'session.start',
      object: opened.session,
      request: request.id,
    })
    return opened
  })
  return { ...started, user_object: started.user }
}

/** This browser's mark, a new one if it has none. A response that sets it reveals nothing about any login. */
export const markDevice = ({ request, response }: Pick<SignInContext, 'request' | 'response'>) => {
  const mark = request.browserMark
  const device = mark && /^[\w-]{43}$/.test(mark) ? mark : randomBytes(32).toString('base64url')
  response.markBrowser(device)
  return device
}

/** This browser has been used with the login: a stranger's failures do not lock it out. */
export const rememberDevice = (db: Db, device: string, login: string) =>
  db
    .insertInto('known_devices')
    .values({ login_id: login, device_hash: hashSecret(device) })
    .onConflict((conflict) =>
      conflict.columns(['login_id', 'device_hash']).doUpdateSet({ last_seen_at: new Date().toISOString() }),
    )
    .execute()
