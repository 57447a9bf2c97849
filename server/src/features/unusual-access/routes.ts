import { decideUnusualAccess, listUnusualAccess, totalsOf, unusualStates } from '@fornix/contract'
import { ApiError, invalidFieldsError, notFound, staleError } from '../../platform/base/errors.ts'
import { on, onRecord, type Route } from '../../platform/calls/route.ts'
import { countsOf, findAdmin, findingOf, findingsOf, lockFinding, siteOf } from './queries.ts'

const ownFinding = () => new ApiError(403, 'own_finding', 'This is about you. Please ask another admin to decide.')

export const unusualAccessRoutes = (): Route[] => [
  on(listUnusualAccess, async ({ db, user, query }) => {
    const counts = await countsOf(db, query)
    const total = query.state ? counts[query.state] : unusualStates.reduce((sum, state) => sum + counts[state], 0)
    return {
      findings: await findingsOf(db, user, query),
      counts,
      ...(await siteOf(db)),
      ...totalsOf(total, query.page_size),
    }
  }),

  onRecord(
    decideUnusualAccess,
    async ({ db, user, params: { finding_id }, audit }) => {
      const found = await lockFinding(db, user, finding_id)
      if (!found) throw notFound()
      audit.patient = found.patient_id ?? undefined
      if (!found.may_decide) throw ownFinding()
      return found
    },
    async ({ db, user, located, body: { state, reason, assignee, version }, audit }) => {
      const { finding_id, reader_id } = located
      const follower = state === 'follow_up' && assignee ? await findAdmin(db, assignee) : null
      if (follower === undefined || follower === reader_id)
        throw invalidFieldsError({ assignee: 'Please choose another admin' })
      if (version !== located.version)
        throw staleError('A colleague has just decided this. Please look again.', {
          current: await findingOf(db, user, finding_id),
        })
      audit.object = `${state === 'explained' ? 'Explained' : 'Follow up'}${reason && `: ${reason}`}`
      await db
        .updateTable('unusual_access')
        .set({
          state,
          reason,
          assignee_id: follower,
          decided_by: user.person,
          decided_at: new Date().toISOString(),
          version: version + 1,
        })
        .where('finding_id', '=', finding_id)
        .execute()
      return { finding: await findingOf(db, user, finding_id) }
    },
  ),
]
