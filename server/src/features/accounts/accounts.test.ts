import {
  completePatientReset,
  endSession,
  getPatient,
  loginPatient,
  mySessions,
  register,
  registerPatientGoogle,
  resetPatientPassword,
  verifyEmail,
  verifyPatientToken,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'

const { given, as, send, owner } = await testApp()
const project = await given.project()
const headers = { project }
let people = 0
const form = (more: object = {}) => ({
  email: `new${++people}@patients.example`,
  password: 'Lantern-fish-7!',
  first_name: 'Mia',
  last_name: 'Søgaard',
  address_1: '1 Harbor St',
  address_2: '',
  city: 'Boston',
  state: 'MA',
  zip_code: '02110',
  mobile_number: '6175550101',
  ...more,
})
const registered = async () => {
  const body = form()
  await as(null).call(register, { body: body as never }, { headers })
  return body
}
const mailsTo = (email: string) =>
  owner<{ subject: string; body: string }>(
    'select subject, body from mail_outbox where $1 = any(to_addresses) order by mail_id',
    [email],
  )
const secretIn = (text: string | undefined) => /\/([\w-]{43})/.exec(text ?? '')?.[1] ?? ''

test('registering makes a volunteer who can sign in, and mails a link that confirms the address once', async () => {
  const body = form()
  const answer = await send(null, register, { body }, { headers })
  expect(answer).toMatchObject({ status: 201, body: { message: 'Registration successful!' } })
  const signedIn = await as(null).call(loginPatient, {
    body: { email: body.email.toUpperCase(), password: body.password },
  })
  expect(signedIn).toMatchObject({ email_verified: false, patient: { first_name: 'Mia' } })
  const [row] = await owner('select patient_type, status, status_comment from patients where email = $1', [body.email])
  expect(row).toEqual({ patient_type: 'Volunteer', status: 'Other', status_comment: 'Self-registered' })

  const [mail] = await mailsTo(body.email)
  const token = secretIn(mail?.body)
  expect(await as(null).call(verifyEmail, { params: { token } })).toMatchObject({ already: false })
  expect(await as(null).call(verifyEmail, { params: { token } })).toMatchObject({ already: true })
  expect(await as(null).call(loginPatient, { body: { email: body.email, password: body.password } })).toMatchObject({
    email_verified: true,
  })
})

test('an address that is taken gets the same answer, changes nothing, and its owner is told', async () => {
  const body = await registered()
  const again = await send(null, register, { body: { ...body, password: 'Another-fish-8!' } }, { headers })
  expect(again).toMatchObject({ status: 201, body: { message: 'Registration successful!' } })
  expect((await mailsTo(body.email)).map(({ subject }) => subject)).toEqual([
    'Please confirm your e-mail address',
    'You already have an account',
  ])
  expect((await send(null, loginPatient, { body: { email: body.email, password: 'Another-fish-8!' } })).status).toBe(
    400,
  )
  expect(await owner('select from patients where email = $1', [body.email])).toHaveLength(1)
})

test('of two registrations at once with one address, one makes the account', async () => {
  const body = form()
  const answers = await Promise.all([1, 2, 3].map(() => send(null, register, { body }, { headers })))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(await owner('select from patients where email = $1', [body.email])).toHaveLength(1)
})

test.each([
  [{ email: 'not an address' }, { email: 'Invalid email format' }],
  [{ mobile_number: '12345' }, { mobile_number: 'Mobile number must be 10 digits' }],
  [{ first_name: ' ' }, { first_name: 'First name is required' }],
  [{ last_name: undefined }, { last_name: 'Last name is required' }],
  [{ zip_code: '0211' }, { zip_code: 'Invalid Zip code' }],
  [{ state: 'State' }, { state: 'State is required' }],
  [{ password: 'Passw0rd!' }, { password: 'This password is too easy to guess. Please choose another one.' }],
  [{ last_name: 'x'.repeat(10_000) }, { last_name: 'At most 200 characters, please' }],
])('registration refuses %j with a sentence for its field', async (wrong, fields) => {
  expect(await send(null, register, { body: form(wrong) }, { headers })).toMatchObject({
    status: 400,
    body: { fields },
  })
})

test('a project that takes no registrations is not found', async () => {
  const closed = await given.project()
  await owner('update projects set accepts_registrations = false where project_id = $1', [closed])
  expect((await send(null, register, { body: form() }, { headers: { project: closed } })).status).toBe(404)
})

test('a reset link sets a new password once, ends all sessions and signs nobody in', async () => {
  const ana = await given.patient(project)
  await as(null).call(resetPatientPassword, { params: { email: ana.email } })
  const token = secretIn((await mailsTo(ana.email))[0]?.body)
  const body = { password: 'Fresh-lantern-3!' }
  const done = await send(null, completePatientReset, { params: { token }, body })
  expect(done.status).toBe(200)
  expect(done.cookies).toEqual([])
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
  expect(await send(null, completePatientReset, { params: { token: first ?? '' }, body })).toMatchObject({
    body: { code: 'link_unknown' },
  })
  await owner("update mailed_tokens set expires_at = now() - interval '1 second' where login_id = $1", [ana.login])
  expect(await send(null, completePatientReset, { params: { token: second ?? '' }, body })).toMatchObject({
    status: 400,
    body: { code: 'link_expired' },
  })
})

test('an unknown address is told so, with the sentence of the screen, and three mails an hour are enough', async () => {
  const unknown = await send(null, resetPatientPassword, { params: { email: 'nobody@nowhere.example' } })
  expect(unknown).toMatchObject({
    status: 400,
    body: { error: 'Email address does not exist. Please enter a valid email.' },
  })
  const ana = await given.patient(project)
  const ask = async () => (await send(null, resetPatientPassword, { params: { email: ana.email } })).status
  expect([await ask(), await ask(), await ask(), await ask()]).toEqual([200, 200, 200, 429])
})

test('finishing a sign-up is for one’s own address only, and harmless when repeated', async () => {
  const ana = await given.patient(project, { status: 'Pending Invite' })
  expect((await send(ana, registerPatientGoogle, { body: { email: 'somebody@else.example' } })).status).toBe(403)
  for (let n = 0; n < 2; n++)
    expect(await as(ana).call(registerPatientGoogle, { body: { email: ana.email } })).toMatchObject({
      patient_id: ana.code,
    })
  expect((await as(ana).call(getPatient, { params: { email: ana.email } })).patient.status).toBe('Accepted')
})

test('a person sees their own sessions and can end one of them', async () => {
  const ana = await given.patient(project)
  const other = await as(null).call(loginPatient, { body: { email: ana.email, password: ana.password } })
  const { sessions } = await as(ana).call(mySessions, {})
  expect(sessions).toHaveLength(2)
  const elsewhere = sessions.find(({ current }) => !current)
  await as(ana).call(endSession, { params: { id: elsewhere?.id ?? '' } })
  expect((await send({ ...ana, token: other.access_token }, verifyPatientToken)).status).toBe(401)
})
