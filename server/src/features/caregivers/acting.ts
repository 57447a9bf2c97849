import { actFor, stopCaring } from '@fornix/contract'
import { tellEnded } from '../../clinic/people/caregiver-mails.ts'
import { endGrant } from '../../clinic/people/caregivers.ts'
import { type Member, membershipsOf } from '../../clinic/people/memberships.ts'
import { openFollowing } from '../../clinic/people/start-session.ts'
import { conflict, notFound, unauthenticated } from '../../platform/base/errors.ts'
import { on, type Route } from '../../platform/calls/route.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'

/** The grant that is named; for none the own record, that of the same project first. */
const wantedOf = (members: Member[], { project }: Caller, caregiver: string) => {
  if (caregiver) return members.find((member) => member.caregiver?.caregiver_id === caregiver)
  const own = members.filter((member) => !member.caregiver && member.audience === 'patient')
  return own.find((member) => member.project === project) ?? own[0]
}

export const actingRoutes = (platform: Platform): Route[] => {
  const { database, sessions } = platform
  return [
    on(actFor, async ({ user, body, request, answer }) => {
      if ((user.caregiver?.id ?? '') === body.caregiver_id)
        throw conflict('You are acting for this person already.', 'same_person')
      const members = await database.unscoped('for whom a login may act', (db) => membershipsOf(db, user.login))
      const member = wantedOf(members, user, body.caregiver_id)
      if (!member) throw notFound()
      // A bearer token that leaked is good for ten minutes, and must not buy a session with a cookie of its own.
      if (!(await sessions.holdsRefreshToken(user, request.cookies))) throw unauthenticated()
      const started = await database.unscoped('a session for another person', async (db) => {
        const before = await sessions.supersede(db, user)
        if (!before) throw unauthenticated()
        return openFollowing(platform, db, { request, answer }, user.login, member, members, before)
      })
      return { ...started, user_object: started.user }
    }),

    on(stopCaring, ({ user, audit }) => {
      if (!user.caregiver) throw notFound()
      const grant = { project: user.project, caregiver: user.caregiver.id }
      audit.object = grant.caregiver
      return database.unscoped('a caregiver stops', async (db) => {
        if (await endGrant(db, grant, 'caregiver')) await tellEnded(platform, db, grant, 'caregiver')
        return { message: 'You no longer act for this person.' }
      })
    }),
  ]
}
