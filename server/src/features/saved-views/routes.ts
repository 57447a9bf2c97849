import { addSavedView, listSavedViews, maxSavedViews, removeSavedView, type ViewFilters } from '@fornix/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { badRequest, fieldTakenError, notFound } from '../../platform/base/errors.ts'
import { on, type Route } from '../../platform/calls/route.ts'
import { type Db, violates } from '../../platform/database/db.ts'

const viewsOf = (db: Db, provider: string) =>
  db
    .selectFrom('saved_views')
    .select(['view_id', 'name', 'filters'])
    .where('provider_id', '=', provider)
    .orderBy(sql`lower(name)`)
    .$narrowType<{ filters: ViewFilters }>()
    .execute()

export const savedViewRoutes = (): Route[] => [
  on(listSavedViews, async ({ db, user, commitWithNext }) => {
    commitWithNext()
    return { views: await viewsOf(db, user.person) }
  }),

  on(addSavedView, async ({ db, user, body: { name, filters } }) => {
    if ((await viewsOf(db, user.person)).length >= maxSavedViews)
      throw badRequest(`You can keep ${maxSavedViews} views. Please delete one first.`)
    const view_id = uuid()
    await db
      .insertInto('saved_views')
      .values({ view_id, provider_id: user.person, name, filters: JSON.stringify(filters) })
      .execute()
      .catch((error: unknown) => {
        throw violates(error, 'saved_views_name')
          ? fieldTakenError('name', 'You already have a view with this name.', 'view_name_taken')
          : error
      })
    return { view_id, name, filters }
  }),

  on(removeSavedView, async ({ db, user, params }) => {
    const { numDeletedRows } = await db
      .deleteFrom('saved_views')
      .where('view_id', '=', params.view_id)
      .where('provider_id', '=', user.person)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound()
    return { message: 'The view was deleted.' }
  }),
]
