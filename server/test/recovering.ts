import {
  addTotp,
  audienceOf,
  beginProof,
  type Call,
  confirmIdentity,
  finishProof,
  getTwoStep,
  loginAdmin,
  loginOperator,
  loginPatient,
  redeemRecovery,
  startRecovery,
  startTotp,
} from '@fornix/contract'
import { Secret } from 'otpauth'
import { expect } from 'vitest'
import { totpOf } from '../src/clinic/people/factors/totp-secret.ts'
import { secretIn } from './cookies-and-links.ts'
import { callName, proofsIn } from './fresh-proofs.ts'
import type { TestUser } from './given.ts'
import type { TestApp } from './harness.ts'
import { longHereIn } from './long-here.ts'

type Codes = { visit_code: string; own_code: string }

/** What people do who have lost every second factor, and those who vouch for them: the app asks for fresh proof. */
export const recovering = ({ as, send, owner, given, mailsTo }: TestApp) => {
  const { mint, headersOf } = proofsIn(owner)
  const proven = async (user: TestUser, call: Call, args: { body?: unknown; params?: Record<string, string> }) =>
    send(user, call, args, { headers: headersOf(await mint(user, call, args)) })

  /** Sets up an app and answers its secret and the recovery codes. */
  const withApp = async (user: TestUser) => {
    const started = await proven(user, startTotp, {})
    const { challenge_id, secret } = started.body as { challenge_id: string; secret: string }
    const code = totpOf(Secret.fromBase32(secret)).generate()
    const { codes } = await as(user).call(addTotp, { body: { challenge_id, code } })
    return { secret, codes }
  }
  const codeOf = (secret: string, steps = 1) =>
    totpOf(Secret.fromBase32(secret)).generate({ timestamp: Date.now() + steps * 30_000 })

  /** Somebody signs in by password, in the name of this person; null where they are not let in. */
  const signIn = async (user: TestUser, password = user.password) => {
    await owner('delete from rate_limits')
    const call = { patient: loginPatient, operator: loginOperator, admin: loginAdmin }[audienceOf(user.role)]
    const answer = await send(null, call, { body: { email: user.email, username: user.email, password } })
    const token = answer.body?.['access_token']
    if (typeof token !== 'string') return null
    const [session] = await owner<{ session_id: string }>(
      'select session_id from sessions where login_id = $1 order by session_id desc limit 1',
      [user.login],
    )
    return { ...user, password, token, session: session?.session_id ?? '' }
  }
  const signedIn = async (user: TestUser, password?: string) => {
    const session = await signIn(user, password)
    if (!session) throw new Error('Nobody was let in')
    return session
  }
  const stateOf = async (user: TestUser) => (await as(user).call(getTwoStep, {})).state
  /** Whether this password alone, and nothing else, opens the account. */
  const opens = async (user: TestUser, password = user.password) => {
    const session = await signIn(user, password)
    return session !== null && (await stateOf(session)) === 'none'
  }

  const longHere = longHereIn(owner)
  /** Of the staff, and there for long enough to confirm somebody. */
  const witness = async (...made: Parameters<typeof given.staff>) => longHere(await given.staff(...made))
  const clinic = async (project?: string) => {
    const at = project ?? (await given.project())
    const [nora, max] = [await witness('Nurse', at), await witness('Physician', at)]
    return { project: at, nora, max }
  }
  /** A patient with an app, born on April 17, 1986. */
  const patientWithApp = async (project: string) => {
    const number = `MRN-${crypto.randomUUID().slice(0, 8)}`
    const ana = await given.patient(project, { mrn_number: number, dob: '1986-04-17' })
    return { ana, number, ...(await withApp(ana)) }
  }

  /** A record of the same person in another project. */
  const alsoPatient = async (project: string, of: TestUser) => {
    const made = await given.patient(project)
    await owner('update patients set login_id = $2 where patient_id = $1', [made.id, of.login])
    return { ...made, login: of.login }
  }

  const start = (user: TestUser) => send(user, startRecovery)
  const started = async (user: TestUser) => {
    const answer = await start(user)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body as Codes
  }
  const ofPatient = (codes: Codes, number: string) => ({
    kind: 'patient',
    code: codes.visit_code,
    document: 'passport',
    birth_date: '04-17-1986',
    number,
  })
  const ofStaff = (codes: Codes, { code: number }: TestUser, name = 'Nora Lindt') => ({
    kind: 'staff',
    code: codes.visit_code,
    document: 'state_id',
    name,
    number,
  })
  const confirm = (witness: TestUser, body: object) => proven(witness, confirmIdentity, { body })
  const redeem = (user: TestUser, codes: Codes) => send(user, redeemRecovery, { body: { code: codes.own_code } })

  /** So much time passes for a recovery and for the factors of its login, by the clock of the database. */
  const pass = async (login: string, time: string) => {
    await owner(
      `update account_recoveries set started_at = started_at - $2::interval, expires_at = expires_at - $2::interval,
              opens_at = opens_at - $2::interval where login_id = $1`,
      [login, time],
    )
    await owner('update login_factors set created_at = created_at - $2::interval where login_id = $1', [login, time])
    await owner('update mailed_tokens set expires_at = expires_at - $2::interval where login_id = $1', [login, time])
  }

  /** A new app behind a recovery: what was just given is proof enough. */
  const enroll = async (user: TestUser) => {
    const asked = await send(user, beginProof, { body: { call: callName(startTotp) } })
    if (asked.status !== 200) return asked
    const proof = { proof_id: asked.body?.['proof_id'], proof: { method: 'recent' } }
    const shown = await send(user, finishProof, { body: proof })
    const begun = await send(user, startTotp, {}, { headers: headersOf(String(shown.body?.['proof'])) })
    if (begun.status !== 200) return begun
    const { challenge_id, secret } = begun.body as { challenge_id: string; secret: string }
    const added = await send(user, addTotp, {
      body: { challenge_id, code: totpOf(Secret.fromBase32(secret)).generate() },
    })
    return { ...added, secret }
  }
  /** The whole way: two witnesses, the wait, the own code, a new app. Answers the session that is in. */
  const recover = async (user: TestUser, witnesses: TestUser[], answers: object, codes: Codes) => {
    for (const witness of witnesses) {
      const answer = await confirm(witness, answers)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    }
    await pass(user.login, '49 hours')
    const back = await signedIn(user)
    expect((await redeem(back, codes)).status).toBe(200)
    const done = await enroll(back)
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    expect(await stateOf(back)).toBe('none')
    return { back, secret: 'secret' in done ? done.secret : '' }
  }
  const newestMail = async (email: string) => (await mailsTo(email)).at(-1)
  const linkTo = async (email: string) => secretIn((await newestMail(email))?.body)

  return {
    mint,
    headersOf,
    proven,
    withApp,
    codeOf,
    signIn,
    signedIn,
    stateOf,
    opens,
    witness,
    longHere,
    clinic,
    patientWithApp,
    alsoPatient,
    start,
    started,
    ofPatient,
    ofStaff,
    confirm,
    redeem,
    pass,
    enroll,
    recover,
    newestMail,
    linkTo,
  }
}
