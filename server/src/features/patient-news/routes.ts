import { listNews, readNews, totalsOf } from '@fornix/contract'
import { on, type Route } from '../../platform/calls/route.ts'
import { listOf, markRead, totalsOfNews } from './queries.ts'

export const patientNewsRoutes = (): Route[] => [
  on(listNews, async ({ db, user, query }) => {
    const { total, unread } = await totalsOfNews(db, user.person)
    return { news: await listOf(db, user.person, query), unread, ...totalsOf(total, query.page_size) }
  }),
  on(readNews, async ({ db, user, body: { through } }) => {
    await markRead(db, user.person, through)
    return { unread: (await totalsOfNews(db, user.person)).unread }
  }),
]
