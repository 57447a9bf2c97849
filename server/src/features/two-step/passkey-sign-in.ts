import { type Call, passkeyAdmin, passkeyOperator, passkeyPatient, startPasskeySignIn } from '@fornix/contract'
import type { z } from 'zod'
import { askForPasskey, checkPasskey } from '../../clinic/people/factors/passkeys.ts'
import { membershipsOf } from '../../clinic/people/memberships.ts'
import { auditFailure, loginBy, refused } from '../../clinic/people/password.ts'
import { choose, type Entrance, entrances, startSession } from '../../clinic/people/start-session.ts'
import { type Audited, onOpen, type Route } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { lockLogin } from '../../platform/sessions/session-family.ts'
import type { Platform } from '../../platform.ts'
import { stopByFactor } from './recovery/stop.ts'

type ByPasskey<R extends z.ZodType> = Call<z.ZodType, z.ZodType, (typeof passkeyPatient)['body'], R> & Audited

/** One that is being removed is waited for, and then no longer works. */
const holdFactor = async (db: Db, login: string, factor: string) => {
  await lockLogin(db, login)
  const held = await db
    .selectFrom('login_factors')
    .select('factor_id')
    .where('factor_id', '=', factor)
    .executeTakeFirst()
  if (!held) throw refused()
}

/** A passkey that verifies its holder is two factors in one: no password is needed. */
const byPasskey = <R extends z.ZodType>(
  platform: Platform,
  call: ByPasskey<R>,
  { audience, responseOf }: Entrance<R>,
) =>
  onOpen(call, {
    before: async ({ body, request }) => {
      const { database } = platform
      const { login, factor } = await checkPasskey(platform, null, body)
      const found = await loginBy(database, 'login_id', login)
      const members = await database.unscoped('the records of a login', (db) => membershipsOf(db, login))
      const member = choose(members, audience, request.project)
      if (!member?.confirmed || !found?.email_verified_at) {
        await auditFailure(database, login, request.id, 'wrong entrance')
        throw refused()
      }
      return { login, factor }
    },
    handle: async (context) => {
      const { login, factor } = context.before
      await holdFactor(context.db, login, factor)
      await stopByFactor(platform, context.db, login, context.request.id)
      const proof = { amr: ['passkey' as const], factor }
      return responseOf(await startSession(platform, context.db, context, login, audience, proof))
    },
  })

export const passkeySignInRoutes = (platform: Platform): Route[] => [
  onOpen(startPasskeySignIn, {
    handle: async ({ db }) => {
      const challenge = await askForPasskey(platform.config, db, null)
      return { ...challenge, options: { ...challenge.options } }
    },
  }),
  byPasskey(platform, passkeyPatient, entrances.patient),
  byPasskey(platform, passkeyOperator, entrances.operator),
  byPasskey(platform, passkeyAdmin, entrances.admin),
]
