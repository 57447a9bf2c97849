import { listNews, readNews, totalsOf } from '@fornix/contract'
import { on, type Route } from '../../platform/calls/route.ts'
import { markRead, newsFor } from './queries.ts'

export const patientNewsRoutes = (): Route[] => [
  on(listNews, async ({ db, user, query, commitWithNext }) => {
    commitWithNext()
    const { total, ...page } = await newsFor(db, user, query)
    return { ...page, ...totalsOf(total, query.page_size) }
  }),
  on(readNews, async ({ db, user, body: { through } }) => {
    await markRead(db, user, through)
    return { unread: (await newsFor(db, user, { page: 1, page_size: 1 })).unread }
  }),
]
