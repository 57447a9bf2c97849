import { actFor, stopCaring } from '@fornix/contract'
import { mailCaregiverEnded } from '../../clinic/people/caregiver-mails.ts'
import { endGrant } from '../../clinic/people/grants.ts'
import { type Member, membershipsOf } from '../../clinic/people/memberships.ts'
import { followSession } from '../../clinic/people/start-session.ts'
import { conflict, notFound } from '../../platform/base/errors.ts'
import { on, type Route } from '../../platform/calls/route.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'

/** The named grant; without one the user's own record, preferring the same project. */
const wantedOf = (members: Member[], { project }: Caller, caregiver: string) => {
  if (caregiver) return members.find((member) => member.caregiver?.caregiver_id === caregiver)
  const own = members.filter((member) => !member.caregiver && member.audience === 'patient')
  return own.find((member) => member.project === project) ?? own[0]
}

export const actingRoutes = (platform: Platform): Route[] => {
  const { database } = platform
  return [
    on(actFor, async ({ user, body, request, response }) => {
      if ((user.caregiver?.id ?? '') === body.caregiver_id)
        throw conflict('You are already acting for this person.', 'same_person')
      const members = await database.unscoped('for whom a login may act', (db) => membershipsOf(db, user.login))
      const member = wantedOf(members, user, body.caregiver_id)
      if (!member) throw notFound()
      return followSession(platform, { user, request, response }, 'a session for another person', member, members)
    }),

    on(stopCaring, ({ user, audit }) => {
      if (!user.caregiver) throw notFound()
      const grant = { project: user.project, caregiver: user.caregiver.id }
      Object.assign(audit, { object: grant.caregiver, patient: user.patient })
      return database.unscoped('a caregiver stops', async (db) => {
        if (await endGrant(db, grant, 'caregiver')) await mailCaregiverEnded(platform, db, grant, 'caregiver')
        return { message: 'You no longer act for this person.' }
      })
    }),
  ]
}
