import { createHash } from 'node:crypto'
import {
  type Call,
  cancelEmailChange,
  completePatientReset,
  confirmOperatorEmail,
  confirmPatientEmail,
  endAllSessions,
  endSession,
  hourMs,
  listPatients,
  loginOperator,
  loginPatient,
  myAccount,
  mySessions,
  register,
  resetPatientPassword,
  stopPatientEmailChange,
  updateMyProfile,
  updateOperatorProfile,
  verifyPatientToken,
} from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import { cookiesOf, secretIn } from '../../../test/cookies-and-links.ts'
import type { TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'
import { newEmail } from '../../../test/new-email.ts'
import { registrationForm } from '../../../test/registration-form.ts'
import { testClinic } from '../../../test/test-clinic.ts'
import { deviceInWords } from './device.ts'

const { given, as, send, owner, mailsTo, project } = await testClinic()
const newer = 'A newer link was sent. Please open the latest email.'

test('a reset link sets a new password once, ends all sessions and signs nobody in', async () => {
  const ana = await given.patient(project)
  await as(null).call(loginPatient, { body: { email: ana.email, password: ana.password } })
  await as(null).call(resetPatientPassword, { params: { email: ana.email } })
  const token = secretIn((await mailsTo(ana.email))[0]?.body)
  const body = { password: 'Fresh-lantern-3!' }
  const done = await send(null, completePatientReset, { params: { token }, body })
  expect(done.status).toBe(200)
  expect(done.cookies).toEqual([])
  expect(await owner('select from known_devices where login_id = $1', [ana.login])).toEqual([])
  expect((await send(ana, verifyPatientToken)).status).toBe(401)
  expect((await send(null, loginPatient, { body: { email: ana.email, ...body } })).status).toBe(200)
  expect(await send(null, completePatientReset, { params: { token }, body })).toMatchObject({
    status: 400,
    body: { code: 'link_used' },
  })
})

test('an expired reset link says so, and a new link makes the earlier one useless', async () => {
  const ana = await given.patient(project)
  await as(null).call(resetPatientPassword, { params: { email: ana.email } })
  await as(null).call(resetPatientPassword, { params: { email: ana.email } })
  const [first, second] = (await mailsTo(ana.email)).map(({ body }) => secretIn(body))
  const body = { password: 'Fresh-lantern-3!' }
  const replaced = { status: 400, body: { code: 'link_replaced', error: newer } }
  expect(await send(null, completePatientReset, { params: { token: first ?? '' }, body })).toMatchObject(replaced)
  await owner("update mailed_tokens set expires_at = now() + interval '1 hour' where login_id = $1", [ana.login])
  expect(await send(null, completePatientReset, { params: { token: first ?? '' }, body })).toMatchObject(replaced)
  await owner("update mailed_tokens set expires_at = now() - interval '1 second' where login_id = $1", [ana.login])
  expect(await send(null, completePatientReset, { params: { token: second ?? '' }, body })).toMatchObject({
    status: 400,
    body: { code: 'link_expired' },
  })
})

test('an address gets three mails an hour; who asks more often is answered as always, and the last link still works', async () => {
  const ana = await given.patient(project)
  const ask = async (email: string) => {
    const { status, body } = await send(null, resetPatientPassword, { params: { email } })
    return { status, ...body, request_id: '' }
  }
  const unknown = await ask('nobody@nowhere.example')
  expect(unknown).toMatchObject({
    status: 400,
    error: 'Email address does not exist. Please enter a valid email.',
  })
  const known = await ask(ana.email)
  expect(known).toMatchObject({ status: 200 })
  for (let n = 0; n < 4; n++) {
    expect(await ask('nobody@nowhere.example')).toEqual(unknown)
    expect(await ask(ana.email)).toEqual(known)
  }
  const mails = await mailsTo(ana.email)
  expect(mails).toHaveLength(3)
  const params = { token: secretIn(mails.at(-1)?.body) }
  const answer = await send(null, completePatientReset, { params, body: { password: 'Fresh-lantern-3!' } })
  expect(answer.status).toBe(200)
})

test('opening mailed links has a limit of its own: a clinic behind one address does not use up its resets', async () => {
  const visitor = '203.0.113.40'
  const proxied = await testApp({ environment: { TRUST_PROXY: '127.0.0.1' } })
  const code = async (call: Call, args: object) =>
    (await proxied.send(null, call, args, { headers: { 'x-forwarded-for': visitor } })).body.code
  const all = async () => [
    await code(resetPatientPassword, { params: { email: 'nobody@nowhere.example' } }),
    await code(completePatientReset, { params: { token: 'none' }, body: { password: 'Fresh-lantern-3!' } }),
    await code(confirmPatientEmail, { params: { token: 'none' } }),
  ]
  for (const [limit, codes] of [
    ['mailedLink', ['unknown_email', 'too_many', 'too_many']],
    ['reset', ['too_many', 'link_unknown', 'link_unknown']],
  ] as const) {
    await proxied.owner('delete from rate_limits')
    await proxied.owner('insert into rate_limits (key, points, expire) values ($1, 10000, $2)', [
      `${limit}:${visitor}`,
      Date.now() + hourMs,
    ])
    expect(await all()).toEqual(codes)
  }
})

test('a reset link leads to the portal’s own address, whatever host was asked, and its secret is not in the database', async () => {
  const ana = await given.patient(project)
  const evil = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'http://localhost:3000' }
  await as(null).call(resetPatientPassword, { params: { email: ana.email } }, { headers: evil })
  const [mail] = await mailsTo(ana.email)
  expect(mail?.body).toContain('http://localhost:3000/')
  expect(mail?.body).not.toContain('evil')
  const secret = secretIn(mail?.body)
  const rows = await owner<{ token_hash: Buffer; minutes: number }>(
    'select token_hash, round(extract(epoch from expires_at - now()) / 60)::int as minutes from mailed_tokens where login_id = $1',
    [ana.login],
  )
  expect(rows).toEqual([{ token_hash: createHash('sha256').update(secret).digest(), minutes: 30 }])
})

test('where resets are uniform, nobody learns from answer, limit or time which addresses exist', async () => {
  // The work waits at the gate; a response that needs it would wait, too.
  const gate = Promise.withResolvers<void>()
  const work: Promise<unknown>[] = []
  const uniform = await testApp({
    environment: { RESET_UNIFORM: 'true' },
    platform: ({ database }) => ({
      database: {
        ...database,
        unscoped: (reason, ...rest) => {
          if (reason !== 'mail a reset link') return database.unscoped(reason, ...rest)
          const done = gate.promise.then(() => database.unscoped(reason, ...rest))
          work.push(done)
          return done
        },
      },
    }),
  })
  const [ana, nora] = [await uniform.given.patient(), await uniform.given.staff('Nurse')]
  const ask = async (email: string) => {
    const { status, body } = await uniform.send(null, resetPatientPassword, { params: { email } })
    return { status, ...body, request_id: '' }
  }
  for (let n = 0; n < 4; n++) {
    const [known, other, unknown] = [await ask(ana.email), await ask(nora.email), await ask('nobody@nowhere.example')]
    expect(known.status).toBe(200)
    expect([other, unknown]).toEqual([known, known])
  }
  expect(work).toHaveLength(12)
  gate.resolve()
  await Promise.all(work)
  const mails = await uniform.owner('select to_addresses from mail_outbox')
  expect(mails).toEqual(Array(3).fill({ to_addresses: [ana.email] }))
  expect(await uniform.owner('select action from audit_events where patient_id = $1', [ana.id])).toHaveLength(3)
})

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

test('a person sees where they are signed in, in words, and can end one of them', async () => {
  const ana = await given.patient(project)
  const other = await as(null).call(
    loginPatient,
    { body: { email: ana.email, password: ana.password } },
    { headers: { 'user-agent': chrome } },
  )
  const { sessions } = await as(ana).call(mySessions, {})
  expect(sessions.map(({ device, current }) => [device, current])).toEqual([
    ['Unknown device', true],
    ['Chrome on Windows', false],
  ])
  await as(ana).call(endSession, { params: { id: sessions[1]?.id ?? '' } })
  expect((await send({ ...ana, token: other.access_token }, verifyPatientToken)).status).toBe(401)
  expect((await as(ana).call(mySessions, {})).sessions).toHaveLength(1)
})

test('ending all sessions ends the own one too, and nobody else’s', async () => {
  const [ana, ben] = [await given.patient(project), await given.patient(project)]
  const other = await as(null).call(loginPatient, { body: { email: ana.email, password: ana.password } })
  await as(ana).call(endAllSessions, {})
  for (const token of [ana.token, other.access_token])
    expect((await send({ ...ana, token }, verifyPatientToken)).status).toBe(401)
  expect((await send(ben, verifyPatientToken)).status).toBe(200)
})

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Mac'],
  ['Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['curl/8.5', 'Unknown device'],
])('%s is called %s', (userAgent, words) => {
  expect(deviceInWords(userAgent)).toBe(words)
})

describe('a new email address', () => {
  const asks = async (ana: TestUser, email = newEmail('moved')) => {
    await as(ana).call(updateMyProfile, { body: { email } })
    const mail = (await mailsTo(email)).find(({ subject }) => subject === 'Please confirm your new email address')
    return { email, token: secretIn(mail?.body) }
  }
  const confirm = (token: string, user: TestUser | null = null) =>
    send(user, confirmPatientEmail, { params: { token } }, { cookies: cookiesOf(user) })

  test('waits until it is confirmed from there; then it signs in, and the old one is told twice', async () => {
    const ana = await given.patient(project)
    const { email, token } = await asks(ana)
    const login = (address: string) => send(null, loginPatient, { body: { email: address, password: ana.password } })
    expect((await login(email)).status).toBe(400)
    expect(await as(ana).call(myAccount, {})).toEqual({
      email: ana.email,
      pending_email: email,
      sign_in_email: ana.email,
      has_password: true,
      has_identity: false,
      language: '',
    })
    expect((await confirm(token)).body.code).toBe('sign_in_first')
    expect((await confirm(token, ana)).body).toMatchObject({ already: false })
    expect((await confirm(token)).body).toMatchObject({ already: true })
    expect([(await login(email)).status, (await login(ana.email)).status]).toEqual([200, 400])
    expect((await mailsTo(ana.email)).map(({ subject }) => subject)).toEqual([
      'Your email address is about to change',
      'Your email address has been changed',
    ])
    const nurse = await given.staff('Nurse', project)
    expect((await as(nurse).call(listPatients, { query: { searchQuery: email } })).patients).toHaveLength(1)
  })

  test('once confirmed ends the other sessions and the mailed links, and keeps the one that confirms', async () => {
    const ana = await given.patient(project)
    const other = await as(null).call(loginPatient, { body: { email: ana.email, password: ana.password } })
    await as(null).call(resetPatientPassword, { params: { email: ana.email } })
    const reset = secretIn((await mailsTo(ana.email))[0]?.body)
    const { token } = await asks(ana)
    await confirm(token, ana)
    expect((await send(ana, verifyPatientToken)).status).toBe(200)
    expect((await send({ ...ana, token: other.access_token }, verifyPatientToken)).status).toBe(401)
    const answer = await send(null, completePatientReset, {
      params: { token: reset },
      body: { password: 'Fresh-fish-31!' },
    })
    expect(answer.body.code).toBe('link_unknown')
  })

  test('that is asked for again makes the earlier links useless, and they name the latest email; a day makes every one', async () => {
    const ana = await given.patient(project)
    const first = await asks(ana)
    const warned = async () => secretIn((await mailsTo(ana.email)).at(-1)?.body)
    const stop = await warned()
    const second = await asks(ana)
    const replaced = { status: 400, body: { code: 'link_replaced', error: newer } }
    expect(await confirm(first.token, ana)).toMatchObject(replaced)
    expect(await send(null, stopPatientEmailChange, { params: { token: stop } })).toMatchObject(replaced)
    expect(await as(ana).call(myAccount, {})).toMatchObject({ pending_email: second.email })
    expect(await warned()).not.toBe(stop)
    // To a program of the previous version, which does not know replaced links, its link has expired, and the one that stops it is unknown.
    const before =
      'select stopped_at, expires_at <= now() as is_over, stop_hash is null as is_unknown from email_changes where patient_id = $1 order by 2'
    expect(await owner(before, [ana.id])).toEqual([
      { stopped_at: null, is_over: false, is_unknown: false },
      { stopped_at: null, is_over: true, is_unknown: true },
    ])
    await as(ana).call(cancelEmailChange, {})
    expect((await confirm(second.token)).body.code).toBe('link_unknown')
    expect(await as(ana).call(myAccount, {})).toMatchObject({ pending_email: '' })
    const third = await asks(ana)
    await owner("update email_changes set expires_at = now() - interval '1 second' where patient_id = $1", [ana.id])
    expect((await confirm(third.token)).body.code).toBe('link_expired')
  })

  test('of another patient or login is a conflict when it would take effect', async () => {
    const [ana, ben, elsewhere] = [await given.patient(project), await given.patient(project), await given.patient()]
    for (const taken of [ben.email.toUpperCase(), elsewhere.email]) {
      const { token } = await asks(ana, taken)
      expect(await confirm(token, ana)).toMatchObject({
        status: 409,
        body: { error: 'This email address belongs to another account.' },
      })
    }
    expect(await as(ana).call(myAccount, {})).toMatchObject({ email: ana.email })
  })

  test('ends what a stranger has registered with it', async () => {
    const ana = await given.patient(project)
    const email = newEmail('wanted')
    const stranger = registrationForm({ email })
    await send(null, register, { body: stranger }, { headers: { project } })
    const { token } = await asks(ana, email)
    expect((await confirm(token, ana)).status).toBe(200)
    expect((await send(null, loginPatient, { body: { email, password: stranger.password } })).status).toBe(400)
    expect((await send(null, loginPatient, { body: { email, password: ana.password } })).status).toBe(200)
  })

  test('leaves the sign-in alone where that has another one', async () => {
    const [ana, ben] = [await given.patient(project), await given.patient()]
    await owner('update patients set email = $2, email_key = $2 where patient_id = $1', [ana.id, ben.email])
    const { token } = await asks(ana)
    expect((await confirm(token, ana)).status).toBe(200)
    expect(await as(ana).call(myAccount, {})).toMatchObject({ sign_in_email: ana.email })
    expect((await send(null, loginPatient, { body: { email: ben.email, password: ben.password } })).status).toBe(200)
  })

  test('tells a patient nothing of who else has it', async () => {
    const [ana, ben] = [await given.patient(project), await given.patient(project)]
    const ask = async (email: string) => {
      const { status, body } = await send(ana, updateMyProfile, { body: { email } })
      return { status, message: body.message, pending: body.patient?.pending_email === email }
    }
    const free = await ask(newEmail('free'))
    expect(free).toMatchObject({ status: 200, pending: true })
    expect(await ask(ben.email)).toEqual(free)
  })

  test('that staff asked for does not take over an account that has records elsewhere', async () => {
    const admin = await given.staff('Admin', project)
    const here = await given.staff('Physician', project)
    const elsewhere = await given.staff('Physician', undefined, { login: here.login, email: here.email })
    const email = newEmail('moved', 'evil.example')
    await as(admin).call(updateOperatorProfile, { body: { provider_id: here.code, email } })
    const params = { token: secretIn((await mailsTo(email))[0]?.body) }
    for (const user of [null, admin])
      expect((await send(user, confirmOperatorEmail, { params })).body).toMatchObject({ code: 'sign_in_first' })
    expect((await send(null, loginOperator, { body: { email: here.email, password: here.password } })).status).toBe(200)
    expect(
      (await send(elsewhere, confirmOperatorEmail, { params }, { cookies: cookiesOf(elsewhere) })).body,
    ).toMatchObject({ already: false })
  })

  test('is confirmed the same way by staff, and not at the patients’ address', async () => {
    const nurse = await given.staff('Nurse', project)
    const email = newEmail('moved', 'staff.example')
    await as(nurse).call(updateOperatorProfile, { body: { email } })
    const token = secretIn((await mailsTo(email))[0]?.body)
    expect((await confirm(token, nurse)).body.code).toBe('link_unknown')
    expect((await send(nurse, confirmOperatorEmail, { params: { token } }, { cookies: cookiesOf(nurse) })).status).toBe(
      200,
    )
    expect((await send(null, loginOperator, { body: { email, password: nurse.password } })).status).toBe(200)
  })
})
