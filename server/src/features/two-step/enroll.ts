import { addPasskey, addTotp, startPasskey, startTotp } from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { isRecovering } from '../../clinic/people/account-recovery/recoveries.ts'
import { discountIdentities } from '../../clinic/people/connected-identities.ts'
import { newChallenge, tryChallenge } from '../../clinic/people/factors/challenges.ts'
import { hasFactor, methodsOf } from '../../clinic/people/factors/methods.ts'
import { askForNew, checkNew, keepPasskey } from '../../clinic/people/factors/passkeys.ts'
import { renewCodes } from '../../clinic/people/factors/recovery.ts'
import { newSecret, openSecret, sealSecret, stepOf, totpOf } from '../../clinic/people/factors/totp-secret.ts'
import { lockOwnLogin } from '../../clinic/people/lock-own-login.ts'
import { markDevice, rememberDevice } from '../../clinic/people/start-session.ts'
import { projectName } from '../../clinic/records/projects.ts'
import { badRequest, conflict, invalidFieldsError } from '../../platform/base/errors.ts'
import { type CallContext, onMany, type Route } from '../../platform/calls/route.ts'
import { type Db, violates } from '../../platform/database/db.ts'
import type { Amr } from '../../platform/sessions/second-factor.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { emailOf, mailOwner, noteAct } from './own-login.ts'
import { finishRecovery } from './recovery/finish.ts'
import { undoLinks } from './undo.ts'

const oneApp = () => conflict('You already have an authenticator app. Remove it first to add another one.', 'has_app')
const tooLate = () => badRequest('This took too long. Please start again.', 'challenge')

type Adding = Pick<CallContext<typeof addPasskey>, 'request' | 'response'> & { user: Caller }
type Added = { kind: 'passkey' | 'totp'; factor_id: string; witnessed: boolean }
/** For the transaction that stores a new factor. The user has it at hand: the session has shown it. */
const finishEnrollment = async (
  platform: Platform,
  db: Db,
  { user, ...context }: Adding,
  { kind, factor_id, witnessed }: Added,
) => {
  const { recovery } = await methodsOf(db, user.login)
  const codes = recovery === 0 ? await renewCodes(db, user.login) : []
  const shown: Amr = kind === 'passkey' ? 'passkey' : 'otp'
  await platform.sessions.prove(db, user, shown)
  await rememberDevice(db, markDevice(context), user.login)
  if (witnessed) await db.updateTable('login_factors').set({ witnessed }).where('factor_id', '=', factor_id).execute()
  else
    for (const undo of await undoLinks(platform, db, user.login, factor_id))
      await mailOwner(platform, db, user, kind, undo)
  await noteAct(db, { user, action: 'two_step.add', object: `${kind}:${factor_id}`, request: context.request.id })
  return codes
}

type Facts = { by_own_factor: boolean; amr: Amr[] }
/**
 * If two first factors are added at once, the second could belong to somebody who only knew the password.
 * True if it replaces what was lost.
 */
const stillMay = async (platform: Platform, db: Db, { user, request }: Adding, { by_own_factor, amr }: Facts) => {
  await lockOwnLogin(db, user)
  const witnessed = await finishRecovery(platform, db, user, request.id)
  const isFirst = !hasFactor(await methodsOf(db, user.login))
  if (isFirst) await discountIdentities(db, { ...user, byIdentity: amr.includes('oidc') })
  else if (!by_own_factor)
    throw conflict('A second step has been set up since then. Please sign in again.', 'has_factor')
  return witnessed
}

export const enrollRoutes = (platform: Platform): Route[] => {
  const { config, database, files } = platform
  return [
    onMany(startPasskey, async ({ user }) => {
      const challenge = await database.unscoped('ask for a new passkey', async (db) => {
        const [email, site] = [await emailOf(db, user.login), await projectName(db, user.project)]
        return askForNew(config, db, { login: user.login, email, site, replaces: await isRecovering(db, user) })
      })
      return { ...challenge, options: { ...challenge.options } }
    }),

    onMany(addPasskey, async (context) => {
      const { user, body } = context
      const facts = await platform.sessions.factsOf(user)
      const credential = await checkNew(platform, user.login, body)
      const codes = await database.unscoped('keep a passkey', async (db) => {
        const witnessed = await stillMay(platform, db, context, facts)
        const factor_id = await keepPasskey(db, user.login, credential, body.name || 'Passkey')
        return finishEnrollment(platform, db, context, { kind: 'passkey', factor_id, witnessed })
      })
      return { message: 'Passkey added', codes }
    }),

    onMany(startTotp, async ({ user }) => {
      const secret = newSecret()
      const sealed = await sealSecret(files.keys, user.project, user.login, secret)
      return database.unscoped('a secret for an app', async (db) => {
        if ((await methodsOf(db, user.login)).totp && !(await isRecovering(db, user))) throw oneApp()
        const [label, issuer] = [await emailOf(db, user.login), await projectName(db, user.project)]
        const challenge_id = await newChallenge(db, 'add_totp', { login: user.login, sealed, tries: 10 })
        return { challenge_id, secret: secret.base32, uri: totpOf(secret, { issuer, label }).toString() }
      })
    }),

    onMany(addTotp, async (context) => {
      const { user, body } = context
      const facts = await platform.sessions.factsOf(user)
      const challenge = await database.unscoped('the first code of an app', (db) =>
        tryChallenge(db, 'add_totp', body.challenge_id, user.login),
      )
      if (!challenge?.sealed || !challenge.key_project || challenge.key_version === null) throw tooLate()
      const { sealed, key_project, key_version } = challenge
      const secret = await openSecret(files.keys, user.login, { sealed, key_project, key_version })
      const step = stepOf(secret, body.code)
      if (step === undefined)
        throw invalidFieldsError({
          code: 'This code is not right. Please check the time of your phone, and try the next code.',
        })
      const factor = { factor_id: uuid(), login_id: user.login, kind: 'totp' as const, name: 'Authenticator app' }
      const codes = await database.unscoped('keep an app', async (db) => {
        const witnessed = await stillMay(platform, db, context, facts)
        await db
          .insertInto('login_factors')
          .values({ ...factor, sealed, key_project, key_version, last_step: step })
          .execute()
          .catch((error: unknown) => {
            throw violates(error, 'login_factors_one_app') ? oneApp() : error
          })
        return finishEnrollment(platform, db, context, { ...factor, witnessed })
      })
      return { message: 'Authenticator app added', codes }
    }),
  ]
}
