import {
  audienceOf,
  deleteOperator,
  getMyOperatorProfile,
  getOperator,
  getOperatorNumber,
  listOperators,
  listPhysicians,
  operators,
  updateAdminProfile,
  updateOperatorProfile,
} from '@fornix/contract'
import { forbidden } from '../../platform/base/errors.ts'
import { on, type Route } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { listOf, physiciansOf } from './list.ts'
import { locateProvider } from './record.ts'
import { removeProvider } from './remove.ts'
import { saveProfile } from './save.ts'

type Named = { db: Db; user: Caller }

/** Whose profile is to be saved: by default the user's own; only if it may be somebody else's does it name them. */
const keyOf = async ({ db, user }: Named, provider_id: string | undefined, others: boolean) => {
  if (!provider_id || provider_id.toLowerCase() === user.person) return user.person
  if (others) return provider_id
  if (provider_id !== (await locateProvider(db, user.person)).provider_id) throw forbidden('identity')
  return user.person
}

export const providerRoutes = (platform: Pick<Platform, 'config' | 'database' | 'mail' | 'rateLimits'>): Route[] => [
  on(getOperatorNumber, async ({ db, commitWithNext }) => {
    commitWithNext()
    const { all, invited } = await db
      .selectFrom('providers')
      .select(({ fn }) => [
        fn.countAll<number>().as('all'),
        fn.countAll<number>().filterWhere('register_status', '=', 'Invited').as('invited'),
      ])
      .where('role', 'in', operators)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    return { operator_number: all, invited }
  }),
  on(listOperators, ({ db, query }) => listOf(platform.database, db, query)),
  on(listPhysicians, ({ db, commitWithNext }) => {
    commitWithNext()
    return physiciansOf(db)
  }),
  on(deleteOperator, async ({ db, user, params, audit }) => {
    audit.object = await removeProvider(db, user, params.email)
    return { message: 'The provider has been successfully deleted.' }
  }),
  on(getOperator, async ({ db, body, audit }) => {
    const operator = await locateProvider(db, body.email)
    audit.object = operator._id
    return { operator }
  }),
  on(getMyOperatorProfile, async ({ db, user, commitWithNext }) => {
    commitWithNext()
    return { operator: await locateProvider(db, user.person) }
  }),
  on(updateOperatorProfile, async (context) => ({
    message: 'Profile updated successfully',
    operator: await saveProfile(
      platform,
      context,
      await keyOf(context, context.body.provider_id, audienceOf(context.user.role) === 'admin'),
    ),
  })),
  on(updateAdminProfile, async (context) => ({
    message: 'Profile updated successfully',
    operator: await saveProfile(platform, context, await keyOf(context, context.body.provider_id, false)),
  })),
]
