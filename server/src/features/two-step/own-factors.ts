import { listFactors, newRecoveryCodes, removeFactor } from '@fornix/contract'
import { hasFactor, methodsOf } from '../../clinic/people/factors/methods.ts'
import { dropCodes, renewCodes } from '../../clinic/people/factors/recovery.ts'
import { lockOwnLogin } from '../../clinic/people/lock-own-login.ts'
import { refuseShortAlone } from '../../clinic/people/new-password.ts'
import { ApiError, conflict, notFound } from '../../platform/base/errors.ts'
import { onMany, type Route } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { endSessionsOfLogin } from '../../platform/sessions/session-family.ts'
import type { Platform } from '../../platform.ts'
import { mailOwner, noteAct } from './own-login.ts'

const factorsOf = (db: Db, login: string) =>
  db
    .selectFrom('login_factors')
    .select(['factor_id', 'kind', 'name', 'created_at', 'last_used_at'])
    .$narrowType<{ kind: 'passkey' | 'totp' }>()
    .where('login_id', '=', login)
    .orderBy('created_at')
    .execute()

/** Removing a factor has no field for a password. */
const refuseShort = (db: Db, login: string) =>
  refuseShortAlone(db, login).catch((error: unknown) => {
    throw error instanceof ApiError
      ? conflict('Without a second step, your password needs 15 characters. Please change it first.', 'short_password')
      : error
  })

export const ownFactorRoutes = (platform: Platform): Route[] => {
  const { database, sessions } = platform
  return [
    onMany(listFactors, async ({ user }) => {
      const { required } = await sessions.factsOf(user)
      return database.unscoped('the factors of a login', async (db) => ({
        factors: await factorsOf(db, user.login),
        recovery_left: (await methodsOf(db, user.login)).recovery,
        required,
      }))
    }),

    onMany(newRecoveryCodes, async ({ user, request, audit }) => {
      const codes = await database.unscoped('new recovery codes', async (db) => {
        await lockOwnLogin(db, user)
        if (!hasFactor(await methodsOf(db, user.login)))
          throw conflict('Recovery codes come with a passkey or an authenticator app. Add one first.', 'no_factor')
        const made = await renewCodes(db, user.login)
        await mailOwner(platform, db, user, 'codes')
        await noteAct(db, { user, action: 'two_step.new_codes', object: '', request: request.id, audit })
        return made
      })
      return { codes }
    }),

    onMany(removeFactor, async ({ user, params, request, audit }) => {
      const { required } = await sessions.factsOf(user)
      await database.unscoped('remove a factor', async (db) => {
        // Two removed at once must not both find the other one there.
        await lockOwnLogin(db, user)
        const removed = await db
          .deleteFrom('login_factors')
          .where('login_id', '=', user.login)
          .where('factor_id', '=', params.factor_id)
          .returning('kind')
          .executeTakeFirst()
        if (!removed) throw notFound()
        // The factor may be in other hands, and signed in by now.
        await endSessionsOfLogin(db, user.login, user.session)
        // Its proofs were deleted with it; those that do not say which factor may be its own.
        await db
          .deleteFrom('fresh_proofs')
          .where('login_id', '=', user.login)
          .where('factor', 'is not', null)
          .where('factor_id', 'is', null)
          .execute()
        if (!hasFactor(await methodsOf(db, user.login))) {
          if (required)
            throw conflict(
              'Your clinic asks for two steps. Add another second step before you remove this one.',
              'last',
            )
          await refuseShort(db, user.login)
          await dropCodes(db, user.login)
        }
        await mailOwner(platform, db, user, 'removed')
        await noteAct(db, {
          user,
          action: 'two_step.remove',
          object: `${removed.kind}:${params.factor_id}`,
          request: request.id,
          audit,
        })
      })
      return { message: 'Removed. Every other device was signed out.' }
    }),
  ]
}
