import {
  acceptInvite,
  checkInvite,
  createOperator,
  createOperatorByIdentity,
  inviteOperator,
  pick,
  registerPatientGoogle,
  registerProviderGoogle,
  resendOperatorInvite,
  sendInvitation,
  sendInvitationTo,
} from '@fornix/contract'
import { mailCaregiverAccepted, mailCaregiverReminder } from '../../clinic/people/caregiver-mails.ts'
import { consumeToken, identityOf } from '../../clinic/people/identity.ts'
import { type Invite, requireValidInvite } from '../../clinic/people/invitations.ts'
import {
  beginInvited,
  finishInvited,
  invitedBySession,
  invitedByToken,
  loginOfInvited,
  markRegistered,
} from '../../clinic/people/invited.ts'
import { lockOwnLogin } from '../../clinic/people/lock-own-login.ts'
import {
  actorOfMember,
  memberActing,
  memberOfRecord,
  membershipsOf,
  userObjectOf,
} from '../../clinic/people/memberships.ts'
import { startAs } from '../../clinic/people/start-session.ts'
import { emailKey } from '../../clinic/records/email-key.ts'
import { noteLanguage } from '../../clinic/records/patient-language.ts'
import { badRequest, forbidden, notFound } from '../../platform/base/errors.ts'
import { type AuditNote, on, onOpen, onRecord, type Route } from '../../platform/calls/route.ts'
import { actorOf } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { acceptWithPassword, checkAcceptance, needsLongPassword } from './accept.ts'
import * as operators from './operators.ts'
import * as patients from './patients.ts'

const sent = 'Invite sent successfully!'
const added = 'The operator has been added successfully.'

const note = (audit: AuditNote, { project_id, patient_id, provider_id, caregiver_id, record, role }: Invite) =>
  Object.assign(audit, {
    project: project_id,
    patient: record,
    actor: caregiver_id ?? patient_id ?? provider_id,
    object: provider_id ?? undefined,
    role,
  })

export const inviteRoutes = (platform: Platform): Route[] => [
  ...sendingRoutes(platform),
  onOpen(checkInvite, {
    handle: async ({ db, body }) => {
      const invite = await requireValidInvite(db, body.invite_token)
      const shown = pick(invite, [
        'audience',
        'role',
        'email',
        'project_name',
        'first_name',
        'last_name',
        'patient_name',
        'areas',
        'until',
      ])
      return { ...shown, long_password: await needsLongPassword(platform, db, invite) }
    },
  }),
  acceptRoute(platform),
  createOperatorRoute(platform),
  createOperatorByIdentityRoute(platform),
  finish(platform, registerPatientGoogle),
  finish(platform, registerProviderGoogle),
]

const sendingRoutes = (platform: Platform) => [
  on(sendInvitation, async (context) => ({ message: sent, ...(await patients.invite(platform, context)) })),
  onRecord(
    sendInvitationTo,
    async ({ params }) => params.email,
    async ({ located, ...context }) => {
      if (emailKey(located) !== emailKey(context.body.email))
        throw badRequest('The email address of the path is another one than that of the invitation.')
      return { message: sent, ...(await patients.invite(platform, context)) }
    },
  ),
  on(inviteOperator, async ({ db, user, body, audit }) => {
    const { provider_id, code } = await operators.invite(platform, db, user, body)
    audit.object = provider_id
    return { message: sent, provider_id: code }
  }),
  on(resendOperatorInvite, async ({ db, user, params, audit }) => {
    audit.object = (await operators.resend(platform, db, user, params.email)).provider_id
    return { message: sent }
  }),
]

const acceptRoute = (platform: Platform) =>
  onOpen(acceptInvite, {
    before: ({ params, body, user, request }) =>
      checkAcceptance(platform, {
        token: params.token,
        user,
        password: body.password,
        request,
        audience: 'patient',
      }),
    handle: async (context) => {
      const { db, before, audit } = context
      const login = await acceptWithPassword(db, before)
      const { project_id: project, patient_id: patient, caregiver_id } = before.invite
      await noteLanguage(db, { project, patient }, context.request.language)
      if (caregiver_id) await mailCaregiverAccepted(platform, db, { project, caregiver: caregiver_id })
      if (patient) await mailCaregiverReminder(platform, db, { project, patient }, 'account')
      const members = await membershipsOf(db, login)
      const member = caregiver_id
        ? await memberActing(db, login, caregiver_id)
        : await memberOfRecord(db, before.invite)
      if (!member) throw notFound()
      const { user, ...started } = await startAs(platform, db, context, login, member, members, { amr: ['pwd'] })
      note(audit, before.invite)
      return { ...started, patient: user }
    },
  })

const createOperatorRoute = (platform: Platform) =>
  onOpen(createOperator, {
    before: ({ params, body, user, request }) =>
      checkAcceptance(platform, { token: params.token, user, password: body.password, request, audience: 'staff' }),
    handle: async ({ db, body: { first_name, last_name }, before, audit }) => {
      await acceptWithPassword(db, before, { first_name, last_name })
      note(audit, before.invite)
      return { message: added }
    },
  })

const createOperatorByIdentityRoute = (platform: Platform) =>
  onOpen(createOperatorByIdentity, {
    before: ({ body }) => identityOf(platform, body.token, 'operator invite'),
    handle: async ({ db, params, body, before, audit }) => {
      const invite = await requireValidInvite(db, params.token)
      if (!invite.provider_id)
        throw badRequest(
          'This invitation is for a patient. Please use the link in the email as it is.',
          'invite_unknown',
        )
      await beginInvited(db, body.token, invite, platform.identity.issuer, before)
      await consumeToken(db, body.token, 'operator invite', before)
      const invited = await invitedByToken(db, body.token)
      if (!invited) throw notFound()
      await finishInvited(platform, db, await loginOfInvited(db, invited), invited)
      note(audit, invite)
      return { message: added }
    },
  })

/** Marks the session's own record as registered. Finishes a sign-up that began at an invitation; repeating it changes nothing. */
const finish = (platform: Platform, call: typeof registerPatientGoogle) =>
  on(call, ({ user, body, request }) =>
    platform.database.unscoped('finish a sign-up', async (db) => {
      await lockOwnLogin(db, user)
      const invited = await invitedBySession(db, user.session)
      const own = [user.email, invited?.identity.email ?? user.email].map(emailKey)
      if (!own.includes(emailKey(body.email))) throw forbidden('identity')
      if (invited && !invited.invite.used) {
        await finishInvited(platform, db, user.login, invited)
        const { project_id: project, patient_id: patient } = invited.invite
        if (patient) await mailCaregiverReminder(platform, db, { project, patient }, 'account')
      }
      const member = (await membershipsOf(db, user.login)).find((one) => actorOfMember(one) === actorOf(user))
      // A caregiver's sign-up is finished by the sign-in, and is not a sign-up of the patient.
      if (member?.caregiver) return userObjectOf(member)
      if (!member) throw badRequest('This invitation has already been used. Please sign in.', 'invite_used')
      await markRegistered(db, { project_id: user.project, patient_id: member.patient, provider_id: member.provider })
      await noteLanguage(db, member, request.language)
      return userObjectOf(member)
    }),
  )
