import type { Call, FactorProof } from '@fornix/contract'
import { sql } from 'kysely'
import { invalidFieldsError } from '../../../platform/base/errors.ts'
import type { CallContext } from '../../../platform/calls/route.ts'
import type { Database, Db } from '../../../platform/database/db.ts'
import type { KeyRing } from '../../../platform/files/encryption/key-ring.ts'
import type { Shown } from '../../../platform/sessions/second-factor.ts'
import type { Config } from '../../../platform/settings/config.ts'
import { clearFailures, mayTry, placeOf, refundAttempt } from '../failures.ts'
import { auditFailure, checkPassword, loginBy } from '../password.ts'
import { isMailedCode } from './mail-code.ts'
import { hasFactor, methodsOf } from './methods.ts'
import { checkPasskey } from './passkeys.ts'
import { consumeCode } from './recovery.ts'
import { openSecret, stepOf } from './totp-secret.ts'

type Needs = { config: Config; database: Database; files: { keys: KeyRing } }
/** A factor, or the password of a user without one. */
type Given = FactorProof | { method: 'password'; password: string }
/** Who is asked, in which request; `mail`: the project accepts a mailed code if nothing else is set up. */
type Attempt = { login: string; mail: boolean; request: CallContext<Call>['request'] }

/** The name under which a login's wrong codes are counted, apart from wrong passwords. */
export const factorName = (login: string) => `second factor ${login}`

const wrong = (field: string, sentence: string) => invalidFieldsError({ [field]: sentence })
const sentences = {
  app: 'This code is not right. Type the 6 digits that your app shows now. After a few wrong tries, you will have to wait a few minutes.',
  mail: 'This code is not right. Type the 6 digits from the latest email you asked for on this page, or ask for a new code. After a few wrong tries, you will have to wait a few minutes.',
}
const wrongCode = (by: keyof typeof sentences) => wrong('code', sentences[by])

type Checked<T> = { right: T } | 'used' | 'wrong'

/** The login's app, if it shows this code now. Each code counts once. */
const appOfCode = async ({ files }: Needs, db: Db, login: string, code: string): Promise<Checked<string>> => {
  const app = await db
    .selectFrom('login_factors')
    .select(['factor_id', 'sealed', 'key_project', 'key_version'])
    .where('login_id', '=', login)
    .where('kind', '=', 'totp')
    .executeTakeFirst()
  if (!app?.sealed || !app.key_project || app.key_version === null) return 'wrong'
  const { sealed, key_project, key_version } = app
  const step = stepOf(await openSecret(files.keys, login, { sealed, key_project, key_version }), code)
  if (step === undefined) return 'wrong'
  const { numUpdatedRows } = await db
    .updateTable('login_factors')
    .set({ last_step: step, last_used_at: sql<string>`now()` })
    .where('factor_id', '=', app.factor_id)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? { right: app.factor_id } : 'used'
}

/**
 * Short codes can be guessed like passwords: each try counts before it is checked.
 * A right code that was used already is not a guess: its owner types what the app still shows.
 * Only this exact attempt is taken back: an observer who sends the code again gets no tries for it, and learns only that it was right once.
 * While a place waits, even that is not revealed.
 */
const byCode = async <T>(
  needs: Needs,
  { login, request }: Attempt,
  by: keyof typeof sentences,
  check: (db: Db) => Promise<Checked<T>>,
): Promise<T> => {
  const { database } = needs
  const { address, browserMark: device, id } = request
  const place = await placeOf(database, { name: factorName(login), login, device, address })
  const isOpen = await mayTry(database, place)
  const found =
    isOpen &&
    (await database.unscoped('a code of a login', async (db) => {
      const checked = await check(db)
      if (checked === 'used') await refundAttempt(db, place)
      else if (checked !== 'wrong') await clearFailures(db, place.name, place.place)
      return checked
    }))
  if (found === 'used')
    throw wrong('code', 'You have already used this code. Please wait for the next one, up to 30 seconds.')
  if (found && found !== 'wrong') return found.right
  await auditFailure(database, login, id, isOpen ? 'wrong second factor' : 'second factor blocked')
  throw wrongCode(by)
}

const byRecovery = async ({ database }: Needs, { login, request }: Attempt, code: string) => {
  if (await database.unscoped('a recovery code', (db) => consumeCode(db, login, code))) return
  await auditFailure(database, login, request.id, 'wrong recovery code')
  throw wrong(
    'code',
    'This recovery code is not right, or was used before. Check each letter, or try another of your codes.',
  )
}

const byPassword = async ({ database }: Needs, { login, request }: Attempt, password: string) => {
  const found = await loginBy(database, 'login_id', login)
  await checkPassword(database, { name: found?.email_key ?? login, login: found }, password, request).catch(() => {
    throw wrong('password', 'This is not your password. After a few wrong tries, you will have to wait a few minutes.')
  })
}

/**
 * Proves that a login's user is present, by one thing that `methodsOf` lists: what a sign-in still needs, or fresh proof for a single
 * action.
 * Returns what was shown; a password, if nothing better is set up, is not a factor.
 * Throws the error to show at the field.
 */
export const proveFactor = async (needs: Needs, attempt: Attempt, proof: Given): Promise<Shown> => {
  const { database } = needs
  const { login } = attempt
  const methods = await database.unscoped('how a login can be proven', (db) => methodsOf(db, login))
  if (proof.method === 'passkey') {
    const { factor } = await checkPasskey(needs, login, proof)
    return { by: 'passkey', factor }
  }
  if (proof.method === 'totp') {
    const factor = await byCode(needs, attempt, 'app', (db) => appOfCode(needs, db, login, proof.code))
    return { by: 'otp', factor }
  }
  if (proof.method === 'recovery') {
    await byRecovery(needs, attempt, proof.code)
    return { by: 'recovery' }
  }
  if (hasFactor(methods)) throw wrong(proof.method === 'mail' ? 'code' : 'password', 'Please use your second step.')
  if (proof.method === 'password') {
    await byPassword(needs, attempt, proof.password)
    return { by: 'pwd' }
  }
  if (!attempt.mail) throw wrongCode('mail')
  await byCode(needs, attempt, 'mail', async (db) =>
    (await isMailedCode(db, login, proof.challenge_id, proof.code)) ? { right: true } : 'wrong',
  )
  return { by: 'mail' }
}
