import { getOperatorNumber, operators } from '@fornix/contract'
import { on, type Route } from '../../platform/route.ts'

export const providerRoutes = (): Route[] => [
  on(getOperatorNumber, async ({ db }) => {
    const { count } = await db
      .selectFrom('providers')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('role', 'in', operators)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    return { operator_number: count }
  }),
]
