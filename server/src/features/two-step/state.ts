import { getTwoStep, giveProof, startProof } from '@fornix/contract'
import { mailCode, mailCodesPerLogin } from '../../clinic/people/factors/mail-code.ts'
import { hasFactor, methodsOf } from '../../clinic/people/factors/methods.ts'
import { askForPasskey } from '../../clinic/people/factors/passkeys.ts'
import { proveFactor } from '../../clinic/people/factors/prove.ts'
import { markDevice, rememberDevice } from '../../clinic/people/start-session.ts'
import { badRequest } from '../../platform/base/errors.ts'
import { onMany, type Route } from '../../platform/calls/route.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { holdLogin, noteAct, readerOf, tellOwner } from './own-login.ts'

/** What the caller has, and what role and project ask for; a mailed code is there where nothing better is. */
const known = async ({ database, sessions }: Platform, user: Caller) => {
  const facts = await sessions.factsOf(user)
  const methods = await database.unscoped('how a login is proven', (db) => methodsOf(db, user.login))
  return { facts, methods, mail: facts.mail && !hasFactor(methods) }
}

export const stateRoutes = (platform: Platform): Route[] => [
  onMany(getTwoStep, async ({ user }) => {
    const { facts, methods, mail } = await known(platform, user)
    const { passkeys, totp, recovery, password } = methods
    return {
      state: facts.second_factor,
      days_left: facts.days_left,
      fresh: facts.fresh,
      has_password: password,
      methods: { passkeys, totp, recovery, mail },
    }
  }),

  onMany(startProof, async ({ user, body }) => {
    const { config, database, rateLimits } = platform
    if (body.method === 'passkey') {
      const asked = await database.unscoped('ask for a passkey', (db) => askForPasskey(config, db, user.login))
      return { ...asked, options: { ...asked.options } }
    }
    const { mail } = await known(platform, user)
    if (!mail) throw badRequest('A code by email is not open to you. Please use another second step.', 'no_mail_code')
    await rateLimits.spendRule('sign-in-code', user.login, mailCodesPerLogin)
    const challenge_id = await database.unscoped('mail a code', async (db) =>
      mailCode(platform, db, { ...(await readerOf(db, user)), login: user.login }),
    )
    return { challenge_id, options: {} }
  }),

  onMany(giveProof, async (context) => {
    const { user, body, request } = context
    const { mail } = await known(platform, user)
    const shown = await proveFactor(platform, { login: user.login, mail, request }, body.proof)
    await platform.database.unscoped('a session has shown a second factor', async (db) => {
      await holdLogin(db, user)
      // A password that is shown again makes the session fresh, and no more.
      await platform.sessions.prove(db, user, shown === 'pwd' ? undefined : shown)
      if (shown !== 'pwd') await rememberDevice(db, markDevice(context), user.login)
      if (shown === 'recovery') await tellOwner(platform, db, user, 'recovery')
      await noteAct(db, { user, action: 'two_step.prove', object: shown, request: request.id })
    })
    return { message: 'Confirmed' }
  }),
]
