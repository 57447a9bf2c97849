import { listNews, readNews, totalsOf } from '@fornix/contract'
import { on, type Route } from '../../platform/calls/route.ts'
import { markRead, newsFor } from './queries.ts'

export const patientNewsRoutes = (): Route[] => [
  on(listNews, async ({ db, user, query }) => {
    const { total, ...page } = await newsFor(db, user.person, query)
    return { ...page, ...totalsOf(total, query.page_size) }
  }),
  on(readNews, async ({ db, user, body: { through } }) => {
    // The mark is the patient's: what a caregiver saw stays new to the patient.
    if (!user.caregiver) await markRead(db, user.person, through)
    return { unread: (await newsFor(db, user.person, { page: 1, page_size: 1 })).unread }
  }),
]
