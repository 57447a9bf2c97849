import {
  type Audience,
  audiences,
  getUser,
  getUserRole,
  keepAlive,
  logoutAdmin,
  logoutOperator,
  logoutPatient,
  logoutView,
  refreshAdmin,
  refreshOperator,
  refreshPatient,
  switchProject,
  verifyAdminToken,
  verifyOperatorToken,
  verifyPatientToken,
} from '@fornix/contract'
import { actorOfMember, membershipList, membershipsOf, userObjectOf } from '../../clinic/people/memberships.ts'
import { followSession } from '../../clinic/people/start-session.ts'
import { conflict, notFound, unauthenticated } from '../../platform/base/errors.ts'
import { on, onOpen, type Route } from '../../platform/calls/route.ts'
import { actorOf, patientOf } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'

export const sessionRoutes = (platform: Platform): Route[] => [
  refresh(platform, refreshPatient, 'patient'),
  refresh(platform, refreshOperator, 'operator'),
  refresh(platform, refreshAdmin, 'admin'),
  logout(platform, logoutPatient),
  logout(platform, logoutOperator),
  logout(platform, logoutAdmin),
  logout(platform, logoutView),
  verify(verifyPatientToken),
  verify(verifyOperatorToken),
  verify(verifyAdminToken),
  on(getUserRole, async ({ user }) => ({ role: user.role })),
  userRoute(platform),
  on(keepAlive, async ({ user }) => {
    await platform.sessions.keepAlive(user)
    return { message: 'Still here' }
  }),
  switchRoute(platform),
]

const refresh = ({ sessions }: Platform, call: typeof refreshPatient, audience: Audience) =>
  onOpen(call, {
    before: async ({ request, response }) => {
      const rotated = await sessions.rotate(request.cookies, audience, request.bearer)
      if (!rotated) throw unauthenticated()
      response.cookie(sessions.cookieName(rotated.caller.audience), rotated.refreshToken, '/', rotated.secondsLeft)
      return { access_token: rotated.accessToken }
    },
    handle: async ({ before }) => before,
  })

const logout = ({ sessions }: Platform, call: typeof logoutPatient) =>
  onOpen(call, {
    handle: async ({ user, request, query, response, audit }) => {
      if (user) Object.assign(audit, { object: user.session, patient: patientOf(user) })
      const named = user ? [{ project: user.project, session: user.session }] : []
      const end = query.reason === 'idle' ? sessions.expire : sessions.revoke
      for (const session of [...named, ...sessions.namesIn(request.cookies)]) await end(session)
      for (const audience of audiences) response.cookie(sessions.cookieName(audience), null)
      // Only the cache: clearing all cookies would make this browser an unknown device.
      response.header('clear-site-data', '"cache"')
      return { message: 'Signed out' }
    },
  })

const verify = (call: typeof verifyPatientToken) =>
  on(call, async ({ user: { role, project } }) => ({ valid: true as const, role, project }))

const userRoute = ({ database }: Platform) =>
  on(getUser, async ({ user }) => {
    const members = await database.unscoped('who is signed in, in all projects', (db) => membershipsOf(db, user.login))
    const member = members.find((one) => actorOfMember(one) === actorOf(user))
    if (!member) throw unauthenticated()
    return {
      user_object: userObjectOf(member),
      role: user.role,
      project: user.project,
      memberships: membershipList(members),
      email_verified: user.confirmed,
      acting: member.caregiver,
      idle_ms: user.idleMs,
    }
  })

const switchRoute = (platform: Platform) =>
  on(switchProject, async ({ user, body, request, response }) => {
    const { database, sessions } = platform
    if (body.project === user.project) throw conflict('You are already in this project.', 'same_project')
    const all = await database.unscoped('the records of a login', (db) => membershipsOf(db, user.login))
    // Only `act_for` chooses the patient to act for.
    const members = all.filter(({ project, caregiver }) => project === body.project && !caregiver)
    const member = members.find(({ audience }) => audience === user.audience) ?? members[0]
    if (!member) throw notFound()
    const started = await followSession(
      platform,
      { user, request, response },
      'a session in another project',
      member,
      members,
    )
    if (member.audience !== user.audience) response.cookie(sessions.cookieName(user.audience), null)
    return started
  })
