import {
  addPasskey,
  changePassword,
  completePatientReset,
  getTwoStep,
  giveProof,
  listFactors,
  loginPatient,
  mySessions,
  newRecoveryCodes,
  passkeyOperator,
  passkeyPatient,
  removeFactor,
  resetPatientPassword,
  startPasskey,
  startPasskeySignIn,
  startProof,
} from '@fornix/contract'
import { Secret } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { secretIn } from '../../../test/cookies-and-links.ts'
import type { TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'
import { appAdder, codeOf, passkeyAdder } from '../../../test/second-factors.ts'
import { softPasskey } from '../../../test/soft-passkey.ts'
import { factorName } from '../../clinic/people/factors/prove.ts'
import { stepOf } from '../../clinic/people/factors/totp-secret.ts'
import { hashSecret } from '../../platform/sessions/tokens.ts'

const app = await testApp()
const { given, as, send, owner, mailsTo } = app

// All of these people sign in from one address.
beforeEach(() => owner('delete from rate_limits'))

const withApp = appAdder(app)
const withPasskey = passkeyAdder(app)
/** A second sign-in of the same person, by password. */
const again = async ({ email, password, ...user }: TestUser) => {
  const { body, cookies } = await send(null, loginPatient, { body: { email, password } })
  const refreshToken = cookies.find(({ name }) => name === 'fornix-patient')?.value ?? ''
  return { ...user, email, password, token: body.access_token as string, refreshToken }
}
const stateOf = async (user: TestUser) => (await as(user).call(getTwoStep, {})).state
const prove = (user: TestUser, proof: object) => send(user, giveProof, { body: { proof } })
const usedAlready = 'You have already used this code. Please wait for the next one, up to 30 seconds.'
/** A user who has just signed in with the app, and the code that it still shows. */
const withUsedCode = async () => {
  const ana = await given.patient()
  const { secret } = await withApp(ana)
  // It was added with the current code.
  await owner('update login_factors set last_step = last_step - 1 where login_id = $1', [ana.login])
  const session = await again(ana)
  const code = codeOf(secret)
  expect((await prove(session, { method: 'totp', code })).status).toBe(200)
  return { ana, session, secret, code }
}
const refusalsOf = async ({ project }: TestUser) =>
  (
    await owner<{ result: string }>(
      "select result from audit_events where action = 'session.refused' and project_id = $1 order by event_id",
      [project],
    )
  ).map(({ result }) => result)

describe('an authenticator app', () => {
  test('is asked for at the next sign-in, and its code opens what was closed', async () => {
    const ana = await given.patient()
    const { secret } = await withApp(ana)
    expect(await stateOf(ana)).toBe('none')
    const next = await again(ana)
    expect(await stateOf(next)).toBe('verify')
    expect((await send(next, mySessions)).body?.code).toBe('second_factor')
    const right = await prove(next, { method: 'totp', code: codeOf(secret, 1) })
    expect(right.status).toBe(200)
    expect((await send(next, mySessions)).status).toBe(200)
    expect(JSON.stringify(await mailsTo(ana.email))).toContain('An authenticator app was added')
  })

  test('a code counts once, also for somebody who looked over the shoulder', async () => {
    const ana = await given.patient()
    const { secret } = await withApp(ana)
    const code = codeOf(secret, 1)
    const [one, other] = [await again(ana), await again(ana)]
    const answers = await Promise.all([one, other].map((user) => prove(user, { method: 'totp', code })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(answers.find(({ status }) => status === 400)?.body?.fields).toEqual({ code: usedAlready })
  })

  test('a right code that was used already is no guess: it says so, and neither counts nor leaves a row', async () => {
    const { ana, session, secret, code } = await withUsedCode()
    for (const _ of Array(6)) {
      const replayed = await prove(session, { method: 'totp', code })
      expect(replayed).toMatchObject({ status: 400, body: { fields: { code: usedAlready } } })
    }
    expect(await refusalsOf(ana)).toEqual([])
    expect((await prove(session, { method: 'totp', code: codeOf(secret, 1) })).status).toBe(200)
  })

  test.each([
    ['before a place waits', 4],
    ['after it has waited', 7],
  ])('a used code takes back itself alone, and no wrong code: %s', async (_, wrongs) => {
    const { ana, session, secret, code } = await withUsedCode()
    const hash = hashSecret(factorName(ana.login))
    const wrong = '000000'
    await prove(session, { method: 'totp', code: wrong })
    await owner('update sign_in_failures set failures = $1 where name_hash = $2', [wrongs, hash])
    await prove(session, { method: 'totp', code })
    const rows = await owner('select failures, blocked_until from sign_in_failures where name_hash = $1', [hash])
    expect(rows).toEqual([{ failures: wrongs, blocked_until: null }])
    await prove(session, { method: 'totp', code: wrong })
    // A user who has to wait does not learn what was right either.
    for (const right of [code, codeOf(secret, 1)]) {
      const { body } = await prove(session, { method: 'totp', code: right })
      expect(body?.fields).toEqual({ code: expect.stringContaining('not right') })
    }
    expect(await refusalsOf(ana)).toEqual([
      'wrong second factor',
      'wrong second factor',
      'second factor blocked',
      'second factor blocked',
    ])
  })

  test('waits after five wrong codes, whichever browser they come from', async () => {
    const ana = await given.patient()
    const { secret } = await withApp(ana)
    const wrong = String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, '0')
    for (const _ of Array(5)) expect((await prove(await again(ana), { method: 'totp', code: wrong })).status).toBe(400)
    expect((await prove(await again(ana), { method: 'totp', code: codeOf(secret, 1) })).status).toBe(400)
    expect(await refusalsOf(ana)).toContain('second factor blocked')
  })

  test('its secret is in no row as it is, and in no answer after the first', async () => {
    const ana = await given.patient()
    const { secret } = await withApp(ana)
    const [row] = await owner<{ sealed: Buffer }>('select sealed from login_factors where login_id = $1', [ana.login])
    expect(row?.sealed.includes(Buffer.from(Secret.fromBase32(secret).bytes))).toBe(false)
    expect(JSON.stringify(await as(ana).call(listFactors, {}))).not.toContain(secret)
    const audit = await owner('select * from audit_events where project_id = $1', [ana.project])
    expect(JSON.stringify(audit)).not.toContain(secret)
  })

  // RFC 6238, appendix B, of which the last six digits count here.
  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('at %i s its code is %s, and good for 30 s before and after', (seconds, code) => {
    const secret = Secret.fromUTF8('12345678901234567890')
    const step = Math.floor(seconds / 30)
    for (const drift of [-30, 0, 30]) expect(stepOf(secret, code, (seconds + drift) * 1000)).toBe(step)
    for (const drift of [-60, 60]) expect(stepOf(secret, code, (seconds + drift) * 1000)).toBeUndefined()
  })
})

describe('a passkey', () => {
  test('signs in without a password, as two factors', async () => {
    const ana = await given.patient()
    const key = await withPasskey(ana)
    const { challenge_id, options } = await as(null).call(startPasskeySignIn, {})
    const body = { challenge_id, response: key.get(options) }
    const signedIn = await send(null, passkeyPatient, { body })
    expect(signedIn.body).toMatchObject({ second_factor: 'none', patient: { patient_id: ana.code } })
    expect((await send({ ...ana, token: signedIn.body.access_token }, mySessions)).status).toBe(200)
    expect((await send(null, passkeyPatient, { body })).body?.code).toBe('challenge')
    const [phone] = (await as(ana).call(listFactors, {})).factors
    const rows = await owner("select result from audit_events where patient_id = $1 and action = 'session.start'", [
      ana.id,
    ])
    expect(rows).toEqual([{ result: `ok by:passkey:${phone?.factor_id}` }])
  })

  test.each(['no finger and no PIN', 'another challenge', 'a copy that is behind', 'another site', 'staff’s entrance'])(
    'does not with %s',
    async (what) => {
      const ana = await given.patient()
      const key = await withPasskey(ana)
      const { challenge_id, options } = await as(null).call(startPasskeySignIn, {})
      const other = await as(null).call(startPasskeySignIn, {})
      if (what === 'a copy that is behind') key.rewind(1)
      const answers: Record<string, () => object> = {
        'no finger and no PIN': () => key.get(options, false),
        'another challenge': () => key.get(other.options),
        'another site': () => softPasskey({ origin: 'https://evil.example' }).get(options),
      }
      const call = what === 'staff’s entrance' ? passkeyOperator : passkeyPatient
      const answer = await send(null, call, {
        body: { challenge_id, response: (answers[what] ?? (() => key.get(options)))() },
      })
      expect(answer.status).toBe(400)
      expect(answer.body?.access_token).toBeUndefined()
    },
  )

  test('is a second step after the password, and only for its own login', async () => {
    const [ana, ben] = [await given.patient(), await given.patient()]
    const [hers, his] = [await withPasskey(ana), await withPasskey(ben)]
    const next = await again(ana)
    for (const [key, status] of [
      [his, 400],
      [hers, 200],
    ] as const) {
      const { challenge_id, options } = await as(next).call(startProof, { body: { method: 'passkey' } })
      const proof = { method: 'passkey', challenge_id, response: key.get(options, false) }
      expect((await prove(next, proof)).status).toBe(status)
    }
    expect(await stateOf(next)).toBe('none')
  })

  test('a challenge is over after five minutes', async () => {
    const ana = await given.patient()
    const key = await withPasskey(ana)
    const { challenge_id, options } = await as(null).call(startPasskeySignIn, {})
    await owner(
      "update factor_challenges set expires_at = expires_at - interval '5 minutes 1 second' where challenge_id = $1",
      [challenge_id],
    )
    const answer = await send(null, passkeyPatient, { body: { challenge_id, response: key.get(options) } })
    expect(answer.body?.code).toBe('challenge')
  })

  test('one without a finger or PIN is not kept', async () => {
    const ana = await given.patient()
    const { challenge_id, options } = await as(ana).call(startPasskey, {})
    const body = { challenge_id, response: softPasskey().create(options, false), name: 'Key' }
    expect((await send(ana, addPasskey, { body })).body?.code).toBe('passkey')
  })
})

describe('recovery codes', () => {
  test('ten come with the first factor, each opens once, and its use is mailed', async () => {
    const ana = await given.patient()
    const { codes } = await withApp(ana)
    expect(new Set(codes).size).toBe(10)
    const next = await again(ana)
    const written = codes[0]?.toLowerCase().replaceAll('-', ' ')
    expect((await prove(next, { method: 'recovery', code: written })).status).toBe(200)
    expect((await prove(await again(ana), { method: 'recovery', code: codes[0] })).status).toBe(400)
    expect(JSON.stringify(await mailsTo(ana.email))).toContain('A recovery code was used')
    const stored = await owner('select code_hash from recovery_codes where login_id = $1', [ana.login])
    expect(stored).toHaveLength(10)
    const { codes: fresh } = await as(next).call(newRecoveryCodes, {})
    expect((await prove(await again(ana), { method: 'recovery', code: codes[1] })).status).toBe(400)
    expect((await prove(await again(ana), { method: 'recovery', code: fresh[1] })).status).toBe(200)
  })

  test('nobody uses another person’s', async () => {
    const [ana, ben] = [await given.patient(), await given.patient()]
    const [, { codes }] = [await withApp(ana), await withApp(ben)]
    expect((await prove(await again(ana), { method: 'recovery', code: codes[0] })).status).toBe(400)
  })
})

describe('a code by email', () => {
  const mailing = async () => {
    const project = await given.project()
    await owner(
      "update projects set two_step_roles = '{Patient}', two_step_mail = true, two_step_since = current_date - 30 where project_id = $1",
      [project],
    )
    const ana = await given.patient(project)
    const { challenge_id } = await as(ana).call(startProof, { body: { method: 'mail' } })
    const code = /\b\d{6}\b/.exec((await mailsTo(ana.email)).at(-1)?.body ?? '')?.[0] ?? ''
    return { ana, challenge_id, code }
  }

  test('opens once, where the project says so', async () => {
    const { ana, challenge_id, code } = await mailing()
    expect(await stateOf(ana)).toBe('verify')
    const proof = { method: 'mail', challenge_id, code }
    expect((await prove(ana, proof)).status).toBe(200)
    expect(await stateOf(ana)).toBe('none')
    expect((await prove(await again(ana), proof)).status).toBe(400)
  })

  test('is gone after five tries', async () => {
    const { ana, challenge_id, code } = await mailing()
    const wrong = code === '000000' ? '000001' : '000000'
    await owner('update factor_challenges set tries_left = 1 where challenge_id = $1', [challenge_id])
    expect((await prove(ana, { method: 'mail', challenge_id, code: wrong })).status).toBe(400)
    expect((await prove(ana, { method: 'mail', challenge_id, code })).status).toBe(400)
  })

  test('is not for whoever has a better one, nor where the project does not say so', async () => {
    const [ana, { ana: other }] = [await given.patient(), await mailing()]
    expect((await send(ana, startProof, { body: { method: 'mail' } })).body?.code).toBe('no_mail_code')
    await owner('update sessions set amr = $2 where session_id = $1', [other.session, '{pwd,mail}'])
    await withPasskey(other)
    const answer = await send(await again(other), startProof, { body: { method: 'mail' } })
    expect(answer.body?.code).toBe('no_mail_code')
  })
})

describe('changing how one signs in', () => {
  test('the last one stays where the project asks for two', async () => {
    const ana = await given.patient()
    await withApp(ana)
    await owner("update projects set two_step_roles = '{Patient}' where project_id = $1", [ana.project])
    const remove = async () => {
      const [factor] = (await as(ana).call(listFactors, {})).factors
      return send(ana, removeFactor, { params: { factor_id: factor?.factor_id ?? '' } })
    }
    expect((await remove()).body?.code).toBe('last')
    await owner("update projects set two_step_roles = '{}' where project_id = $1", [ana.project])
    expect((await remove()).status).toBe(200)
    expect(await owner('select from recovery_codes where login_id = $1', [ana.login])).toEqual([])
    expect(JSON.stringify(await mailsTo(ana.email))).toContain('A second step for signing in was removed')
  })

  test('removing a lost one ends the other sessions, which it may have opened', async () => {
    const ana = await given.patient()
    const { secret } = await withApp(ana)
    const phone = await again(ana)
    await prove(phone, { method: 'totp', code: codeOf(secret, 1) })
    expect((await send(phone, mySessions)).status).toBe(200)
    const [factor] = (await as(ana).call(listFactors, {})).factors
    await as(ana).call(removeFactor, { params: { factor_id: factor?.factor_id ?? '' } })
    expect([(await send(phone, mySessions)).status, (await send(ana, mySessions)).status]).toEqual([401, 200])
  })

  test('nobody removes another person’s', async () => {
    const [ana, ben] = [await given.patient(), await given.patient()]
    await withApp(ana)
    const [factor] = (await as(ana).call(listFactors, {})).factors
    expect((await send(ben, removeFactor, { params: { factor_id: factor?.factor_id ?? '' } })).status).toBe(404)
  })

  test.each([
    ['a day ago', '1 day', 'none'],
    ['long ago', '8 days', 'verify'],
  ])('a password reset by email takes away what was added %s or leaves it', async (_, age, state) => {
    const ana = await given.patient()
    await withApp(ana)
    await owner(`update login_factors set created_at = now() - $1::interval where login_id = $2`, [age, ana.login])
    await as(null).call(resetPatientPassword, { params: { email: ana.email } })
    const password = 'Quiet-river-7!stone'
    const token = secretIn((await mailsTo(ana.email)).at(-1)?.body)
    await as(null).call(completePatientReset, { params: { token }, body: { password } })
    expect(await stateOf(await again({ ...ana, password }))).toBe(state)
  })

  test('a password change leaves the second step as it is', async () => {
    const ana = await given.patient()
    await withApp(ana)
    const body = { current_password: ana.password, password: 'Quiet-river-7!stone' }
    expect(
      (await send(ana, changePassword, { body }, { cookies: { 'fornix-patient': ana.refreshToken } })).status,
    ).toBe(200)
    expect(await stateOf(await again({ ...ana, password: body.password }))).toBe('verify')
  })
})
