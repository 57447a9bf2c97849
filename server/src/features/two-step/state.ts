import { getTwoStep, giveProof, startProof } from '@fornix/contract'
import { isRecovering } from '../../clinic/people/account-recovery/recoveries.ts'
import { mailCode, mailCodesPerLogin } from '../../clinic/people/factors/mail-code.ts'
import { askForPasskey } from '../../clinic/people/factors/passkeys.ts'
import { proveFactor } from '../../clinic/people/factors/prove.ts'
import { lockOwnLogin } from '../../clinic/people/lock-own-login.ts'
import { markDevice, rememberDevice } from '../../clinic/people/start-session.ts'
import { badRequest } from '../../platform/base/errors.ts'
import { onMany, type Route } from '../../platform/calls/route.ts'
import { shownText } from '../../platform/sessions/second-factor.ts'
import type { Platform } from '../../platform.ts'
import { mailOwner, noteAct, ownFactors, readerOf } from './own-login.ts'
import { stopByFactor } from './recovery/stop.ts'

export const stateRoutes = (platform: Platform): Route[] => [
  onMany(getTwoStep, async ({ user }) => {
    const { facts, methods, mail } = await ownFactors(platform, user)
    const { passkeys, totp, recovery } = methods
    const recovering =
      facts.second_factor === 'enroll' &&
      (await platform.database.unscoped('whether an account is recovered', (db) => isRecovering(db, user)))
    return {
      state: facts.second_factor,
      recovering,
      days_left: facts.days_left,
      methods: { passkeys, totp, recovery, mail },
    }
  }),

  onMany(startProof, async ({ user, body }) => {
    const { config, database, rateLimits } = platform
    if (body.method === 'passkey') {
      const challenge = await database.unscoped('ask for a passkey', (db) => askForPasskey(config, db, user.login))
      return { ...challenge, options: { ...challenge.options } }
    }
    const { facts, mail } = await ownFactors(platform, user)
    if (!mail) throw badRequest('You cannot use a code by email here. Please use another second step.', 'no_mail_code')
    // Confirmations in a session use up no sign-in attempts. A user who still has to show a code has one count, so no more guesses.
    const counter = facts.factor_passed ? 'fresh-proof-code' : 'sign-in-code'
    await rateLimits.spendRule(counter, user.login, mailCodesPerLogin)
    const challenge_id = await database.unscoped('mail a code', async (db) =>
      mailCode(platform, db, {
        ...(await readerOf(db, user)),
        login: user.login,
        purpose: facts.factor_passed ? 'confirm' : 'sign-in',
      }),
    )
    return { challenge_id, options: {} }
  }),

  onMany(giveProof, async (context) => {
    const { user, body, request } = context
    const { mail } = await ownFactors(platform, user)
    const shown = await proveFactor(platform, { login: user.login, mail, request }, body.proof)
    await platform.database.unscoped('a session has shown a second factor', async (db) => {
      await lockOwnLogin(db, user)
      await platform.sessions.prove(db, user, shown.by)
      await rememberDevice(db, markDevice(context), user.login)
      if (shown.by !== 'mail') await stopByFactor(platform, db, user.login, request.id)
      if (shown.by === 'recovery') await mailOwner(platform, db, user, 'recovery')
      await noteAct(db, { user, action: 'two_step.prove', object: shownText(shown), request: request.id })
    })
    return { message: 'Confirmed' }
  }),
]
