import * as contract from '@fornix/contract'
import {
  type Audience,
  type Call,
  confirmationsPerEmail,
  getConfig,
  hourMs,
  linkIdentity,
  unverifiedHours,
  verifyIdentity,
} from '@fornix/contract'
import type { z } from 'zod'
import { mailCaregiverAccepted } from '../../clinic/people/caregiver-mails.ts'
import { connectIdentity, countedClaims } from '../../clinic/people/connected-identities.ts'
import { hasActed } from '../../clinic/people/grants.ts'
import { consumeToken, identityOf, loginOfIdentity } from '../../clinic/people/identity.ts'
import { requireValidInvite } from '../../clinic/people/invitations.ts'
import {
  beginInvited,
  finishInvited,
  type InvitedSignIn,
  invitedByToken,
  loginOfInvited,
  noteSession,
} from '../../clinic/people/invited.ts'
import {
  auditFieldsOf,
  type Member,
  memberActing,
  memberOfRecord,
  membershipList,
  membershipsOf,
} from '../../clinic/people/memberships.ts'
import {
  auditFailure,
  checkPassword,
  type Login,
  loginBy,
  recheckPassword,
  refused,
} from '../../clinic/people/password.ts'
import { choose, type Entrance, entrances, startAs, startSession } from '../../clinic/people/start-session.ts'
import { sendVerification } from '../../clinic/people/verification-mail.ts'
import { emailKey } from '../../clinic/records/email-key.ts'
import { logoUrl, projectOfVisitor } from '../../clinic/records/projects.ts'
import { badRequest, notFound } from '../../platform/base/errors.ts'
import { isWithin } from '../../platform/calls/rate-limits.ts'
import { type Audited, type CallContext, onOpen, type Route } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import type { VerifiedIdentity } from '../../platform/identity/identity-provider.ts'
import type { Platform } from '../../platform.ts'
import { sessionRoutes } from './session-routes.ts'

type SignIn<B, R extends z.ZodType> = Call<z.ZodType, z.ZodType, z.ZodType<B>, R> & Audited
type Credentials = { email: string; password: string } | { username: string; password: string }
type OpenContext = CallContext<Call> & { db: Db }

export const signInRoutes = (platform: Platform): Route[] => [
  byPassword(platform, contract.loginPatient, entrances.patient),
  byPassword(platform, contract.loginOperator, entrances.operator),
  byPassword(platform, contract.loginAdmin, entrances.admin),
  byIdentity(platform, contract.authenticatePatient, entrances.patient),
  byIdentity(platform, contract.authenticateOperator, entrances.operator),
  byIdentity(platform, contract.authenticateAdmin, entrances.admin),
  verifyRoute(platform),
  linkRoute(platform),
  configRoute(platform),
  ...sessionRoutes(platform),
]

/** Said only after the right password. */
const formerCaregiverError = () =>
  badRequest(
    'Your access has ended. If you still help someone here, ask that person or the clinic to invite you again.',
    'credentials',
  )

const byPassword = <R extends z.ZodType>(
  platform: Platform,
  call: SignIn<Credentials, R>,
  { audience, responseOf }: Entrance<R>,
) =>
  onOpen(call, {
    before: async ({ body, request }) => {
      const { database } = platform
      const name = emailKey('username' in body ? body.username : body.email)
      const found = await loginBy(database, name.includes('@') ? 'email_key' : 'username', name)
      const login = await checkPassword(database, { name, login: found }, body.password, request)
      const members = await database.unscoped('the records of a login', (db) => membershipsOf(db, login.login_id))
      const member = choose(members, audience, request.project)
      // An unproven address opens its registration and nothing else.
      if (!member || (member.confirmed && !login.email_verified_at)) {
        await auditFailure(database, login.login_id, request.id, 'wrong entrance')
        throw members.length === 0 &&
          (await database.unscoped('a former caregiver', (db) => hasActed(db, login.login_id)))
          ? formerCaregiverError()
          : refused()
      }
      if (!member.confirmed) await confirmedInTime(platform, login, member)
      return login
    },
    handle: async (context) => {
      await recheckPassword(context.db, context.before)
      return responseOf(
        await startSession(platform, context.db, context, context.before.login_id, audience, { amr: ['pwd'] }),
      )
    },
  })

/** A registration that was never confirmed can sign in for a day. */
const confirmedInTime = async (
  platform: Platform,
  { login_id, email, created_at }: Login,
  { project, patient }: Member,
) => {
  if (Date.parse(created_at) > Date.now() - unverifiedHours * hourMs) return
  const { database, rateLimits } = platform
  const registration = { login_id, registration_id: patient ?? '', joins: false, email, project }
  if (await isWithin(rateLimits.spendRule('confirmation-email', emailKey(email), confirmationsPerEmail)))
    await database.unscoped('mail the verification link again', (db) => sendVerification(platform, db, registration))
  throw badRequest('Please confirm your email address first. We have sent you the link again.', 'email_unverified')
}

const byIdentity = <R extends z.ZodType>(
  platform: Platform,
  call: SignIn<{ token: string; id_token?: string | undefined }, R>,
  { audience, responseOf }: Entrance<R>,
) =>
  onOpen(call, {
    before: ({ body }) => identityOf(platform, body.token, audience, body.id_token),
    handle: async (context) => {
      const { db, body, before } = context
      await consumeToken(db, body.token, audience, before)
      const invited = await invitedByToken(db, body.token)
      if (invited) return responseOf(await startInvited(platform, context, invited, audience, body.token, before))
      const { issuer } = platform.identity
      const login = await loginOfIdentity(db, issuer, before)
      const claims = await countedClaims(db, login, { ...before, issuer })
      return responseOf(
        await startSession(platform, db, context, login, audience, { amr: ['oidc'], claims, at: before.auth_time }),
      )
    },
  })

/**
 * A sign-in that began at an invitation opens the invited record, and nothing else of the login, until it is finished.
 * A caregiver's finishes with it: nobody acts for a patient without having accepted.
 */
const startInvited = async (
  platform: Platform,
  context: OpenContext,
  invited: InvitedSignIn,
  audience: Audience,
  token: string,
  verified: VerifiedIdentity,
) => {
  const { db } = context
  const { caregiver_id, project_id: project, used, over } = invited.invite
  if (used || over) throw notFound()
  const login = await loginOfInvited(db, invited)
  if (caregiver_id) {
    await finishInvited(platform, db, login, invited)
    await mailCaregiverAccepted(platform, db, { project, caregiver: caregiver_id })
  }
  const member = caregiver_id ? await memberActing(db, login, caregiver_id) : await memberOfRecord(db, invited.invite)
  if (member?.audience !== audience) throw notFound()
  const claims = await countedClaims(db, login, { ...verified, ...invited.identity })
  const started = await startAs(platform, context.db, context, login, member, [member], {
    amr: ['oidc'],
    claims,
    at: verified.auth_time,
  })
  await noteSession(context.db, token, started.session)
  // This sign-in accepts the invitation, which concerns the patient.
  if (caregiver_id) Object.assign(context.audit, { patient: member.patient })
  return started
}

const withoutPatient = (member: Member): Member => ({ ...member, caregiver_id: '', patient_name: '' })

const verifyRoute = (platform: Platform) =>
  onOpen(verifyIdentity, {
    before: ({ body }) => identityOf(platform, body.token, 'verify'),
    handle: async ({ db, body, before, request, audit }) => {
      const { issuer } = platform.identity
      if (body.invite_token !== undefined) return verifyInvited(db, body.token, body.invite_token, issuer, before)
      const members = await membershipsOf(db, await loginOfIdentity(db, issuer, before))
      const member = members.find(({ project }) => !request.project || project === request.project)
      if (!member) throw notFound()
      await consumeToken(db, body.token, 'verify', before)
      const { project, role } = member
      Object.assign(audit, auditFieldsOf(member))
      // One factor of two reveals nothing about the people whom somebody acts for.
      return { project, role, memberships: membershipList(members.map(withoutPatient)) }
    },
  })

const verifyInvited = async (db: Db, token: string, secret: string, issuer: string, who: VerifiedIdentity) => {
  const invite = await requireValidInvite(db, secret)
  await beginInvited(db, token, invite, issuer, who)
  await consumeToken(db, token, 'verify', who)
  const { project_id: project, project_name, role } = invite
  return { project, role, memberships: [{ project, project_name, role }] }
}

const linkRoute = (platform: Platform) =>
  onOpen(linkIdentity, {
    before: async ({ body, request }) => {
      const { database } = platform
      const identity = await identityOf(platform, body.token, 'link')
      const found = await loginBy(database, 'email_key', emailKey(identity.email))
      // An unconfirmed registration is not an account to connect to.
      const account = found?.email_verified_at ? found : undefined
      return {
        identity,
        login: await checkPassword(database, { name: identity.email, login: account }, body.password, request),
      }
    },
    handle: async ({ db, user, body, before: { identity, login } }) => {
      await recheckPassword(db, login)
      await consumeToken(db, body.token, 'link', identity)
      const { issuer } = platform.identity
      const facts = user?.login === login.login_id ? await platform.sessions.factsOf(user) : undefined
      const byOwnFactor = facts?.recent === true && facts.by_own_factor
      await connectIdentity(platform, db, { issuer, subject: identity.subject, login: login.login_id, byOwnFactor })
      return { message: 'Connected' }
    },
  })

const configRoute = ({ config, database, identity, version }: Platform) =>
  onOpen(getConfig, {
    before: async ({ request }) => {
      const project = await projectOfVisitor(database, request, config.defaultProject)
      return { ...project, acr_values: project.two_step_acr.join(' ') }
    },
    handle: async ({ before: { project_id, name, contact, logo_id, acr_values } }) => ({
      project: project_id,
      project_name: name,
      logo_url: logoUrl(logo_id),
      identity: identity.forBrowser.kind === 'oidc' ? { ...identity.forBrowser, acr_values } : identity.forBrowser,
      demo: config.demo,
      long_passwords: config.twoStep,
      version,
      scheduling_url: config.SCHEDULING_URL ?? '',
      viewer_url_template: config.VIEWER_URL_TEMPLATE ?? '',
      contact,
    }),
  })
