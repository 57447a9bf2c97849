import {
  completePatientReset,
  getUser,
  listMyDocuments,
  listPatients,
  listRegistrations,
  loginOperator,
  register,
  registrationHours,
  resendVerification,
  resetPatientPassword,
  sendInvitation,
  switchProject,
  uploadDocument,
  verifyEmail,
  verifyPatientToken,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { withoutSecrets } from '../../../test/cookies-and-links.ts'
import { smallPdf, type TestUser } from '../../../test/given.ts'
import { registeringClinic } from '../../../test/registering-clinic.ts'
import { registrationForm as form } from '../../../test/registration-form.ts'
import { newLink } from '../../clinic/people/mailed-links.ts'
import { deleteExpired } from '../../clinic/retention/expired-rows.ts'
import { tableRules } from '../../features.ts'

const clinic = await registeringClinic()
const { given, as, send, owner, platform, project, headers, nurse, mailsTo, linkTo, registered } = clinic
const { signIn, confirm, sessionOf } = clinic
const age = (email: string, hours: number) =>
  owner(
    `with r as (update registrations set created_at = now() - make_interval(hours => $2) where email = $1)
     update logins set created_at = now() - make_interval(hours => $2) where email = $1`,
    [email, hours],
  )

test('registering makes no patient until the address is confirmed; then it makes a volunteer', async () => {
  const who = await registered()
  expect(await owner('select from patients where email = $1', [who.email])).toEqual([])
  const signedIn = await signIn({ ...who, email: who.email.toUpperCase() })
  expect(signedIn.body).toMatchObject({ email_verified: false, patient: { first_name: 'Mia', patient_id: '' } })
  expect((await confirm(who.token, who.password)).body).toMatchObject({ already: false })
  expect((await confirm(who.token, who.password)).body).toMatchObject({ already: true })
  const [row] = await owner('select patient_type, status, status_comment from patients where email = $1', [who.email])
  expect(row).toEqual({ patient_type: 'Volunteer', status: 'Other', status_comment: 'Self-registered' })
  expect((await signIn(who)).body).toMatchObject({
    email_verified: true,
    patient: { patient_id: expect.stringMatching(/^P-/) },
  })
})

test('the browser that registered confirms without a password, and its session sees the record from then on', async () => {
  const who = await registered()
  const user = await sessionOf(who)
  expect((await confirm(who.token, undefined, { cookies: who.cookies })).status).toBe(200)
  expect(await as(user).call(getUser, {})).toMatchObject({
    email_verified: true,
    user_object: { patient_id: expect.stringMatching(/^P-/) },
  })
  expect((await send(user, listMyDocuments, { params: { key: who.email } })).status).toBe(200)
})

test('a session of the registration confirms without a password as well', async () => {
  const who = await registered()
  const user = await sessionOf(who)
  expect((await send(user, verifyEmail, { params: { token: who.token }, body: {} })).status).toBe(200)
})

test('who reads the mail and did not register confirms nothing, and uses nothing up', async () => {
  const who = await registered()
  const other = await registered()
  expect(await confirm(who.token)).toMatchObject({ status: 400, body: { code: 'password_needed' } })
  expect(await confirm(who.token, undefined, { cookies: other.cookies })).toMatchObject({
    body: { code: 'password_needed' },
  })
  expect(await confirm(who.token, 'Wrong-fish-7!')).toMatchObject({
    status: 400,
    body: { fields: { password: 'This password is not correct. Please try again.' } },
  })
  expect((await signIn(who)).body).toMatchObject({ email_verified: false })
  expect((await confirm(who.token, who.password)).status).toBe(200)
})

test('an unconfirmed session learns who it is and asks for the link again, and nothing else', async () => {
  const who = await registered()
  const user = await sessionOf(who)
  expect((await send(user, verifyPatientToken)).status).toBe(200)
  expect((await send(user, resendVerification)).status).toBe(200)
  expect(await confirm(who.token, who.password)).toMatchObject({
    status: 400,
    body: { code: 'link_replaced', error: 'A newer link was sent. Please open the latest email.' },
  })
  const refused = { status: 403, body: { code: 'email_unverified' } }
  expect(await send(user, listMyDocuments, { params: { key: who.email } })).toMatchObject(refused)
  expect(await send(user, switchProject, { body: { project } })).toMatchObject(refused)
})

test('staff see a registration in a place of its own, and can put nothing into it', async () => {
  const who = await registered()
  const { patients } = await as(nurse).call(listPatients, { query: { searchQuery: who.email } })
  expect(patients).toEqual([])
  const upload = { params: { key: who.email }, body: { email: who.email, upload_date: '' } }
  const file = { name: 'a.pdf', bytes: smallPdf() }
  expect((await send(nurse, uploadDocument, upload, { file })).status).toBe(404)
  const waiting = async (user: TestUser) => {
    const { registrations, total } = await as(user).call(listRegistrations, { query: { page_size: 50 } })
    return { total, mine: registrations.filter(({ email }) => email === who.email) }
  }
  expect((await waiting(nurse)).mine).toMatchObject([{ first_name: 'Mia', last_name: 'Søgaard', email: who.email }])
  expect(await waiting(await given.staff('Nurse'))).toEqual({ total: 0, mine: [] })
  await confirm(who.token, who.password)
  expect((await waiting(nurse)).mine).toEqual([])
})

test('after a day the link is mailed again instead of a sign-in, and after three days the registration is gone', async () => {
  const who = await registered()
  await age(who.email, 25)
  expect(await signIn(who)).toMatchObject({ status: 400, body: { code: 'email_unverified' } })
  expect(await mailsTo(who.email)).toHaveLength(2)
  const link = await linkTo(who.email)
  await age(who.email, registrationHours + 1)
  expect((await signIn(who)).body).toMatchObject({ code: 'credentials' })
  expect((await confirm(link, who.password)).body).toMatchObject({ code: 'link_unknown' })
  await deleteExpired(platform.database, tableRules)
  expect(await owner('select from logins where email = $1', [who.email])).toEqual([])
  expect(await owner('select from registrations where email = $1', [who.email])).toEqual([])
})

test('an address gets five mails an hour; after that the answer is the same and nothing changes', async () => {
  const who = await registered()
  for (let n = 0; n < 5; n++) expect((await send(null, register, { body: form(who) }, { headers })).status).toBe(201)
  expect(await mailsTo(who.email)).toHaveLength(5)
  expect((await send(await sessionOf(who), resendVerification)).status).toBe(429)
})

test('an address that has a patient here gets the same answer, changes nothing, and its owner is told', async () => {
  const ana = await given.patient(project)
  const who = await registered({ email: ana.email })
  expect((await mailsTo(ana.email)).map(({ subject }) => subject)).toEqual(['You already have an account'])
  expect((await signIn(who)).status).toBe(400)
  expect((await signIn(ana)).status).toBe(200)
  expect(await owner('select from registrations where email = $1', [ana.email])).toEqual([])
})

test('the answer to a registration is the same for an address that nobody has, one with an account, and one of elsewhere', async () => {
  const seen = async (email: string) => {
    const { status, body, cookies, headers: sent } = await send(null, register, { body: form({ email }) }, { headers })
    return {
      status,
      body,
      cookies: cookies.map((one) => ({ ...one, value: one.value.length })),
      names: Object.keys(sent),
    }
  }
  const unknown = await seen(form().email)
  expect(unknown).toMatchObject({ status: 201, cookies: [{ name: 'fornix-device', value: 43 }] })
  expect(await seen((await given.patient(project)).email)).toEqual(unknown)
  expect(await seen((await given.patient()).email)).toEqual(unknown)
})

test('a reset of a registration mails the confirmation, and no way to a password', async () => {
  const who = await registered()
  expect((await send(null, resetPatientPassword, { params: { email: who.email } })).status).toBe(200)
  expect((await mailsTo(who.email)).map(({ subject }) => subject)).toEqual(
    Array(2).fill('Please confirm your email address'),
  )
})

test('an invitation of the clinic wins over a registration', async () => {
  const who = await registered()
  const user = await sessionOf(who)
  const invitation = { firstName: 'Mia', lastName: 'Cruz', email: who.email }
  expect((await send(nurse, sendInvitation, { body: invitation })).status).toBe(200)
  expect((await send(user, verifyPatientToken)).status).toBe(401)
  expect((await confirm(who.token, who.password)).body.code).toBe('link_unknown')
  const { patients } = await as(nurse).call(listPatients, { query: { searchQuery: who.email } })
  expect(patients).toMatchObject([{ status: 'Pending Invite' }])
})

test('an address that nobody has proven opens nothing of the staff', async () => {
  const who = await registered()
  // As an older program could leave it behind.
  await owner(
    'insert into providers (project_id, provider_id, code, login_id, role, register_status, email, email_key, first_name, last_name) select $1, gen_random_uuid(), $2, login_id, $3, $4, email, email_key, $5, $5 from logins where email = $6',
    [project, 'S-STALE1', 'Physician', 'Registered', 'Stale', who.email],
  )
  const { email, password } = who
  expect((await send(null, loginOperator, { body: { email, password } })).status).toBe(400)
})

test('a record of a login that nobody has proven waits for an invitation again when somebody proves the address', async () => {
  const stranger = await registered()
  await owner(
    'insert into providers (project_id, provider_id, code, login_id, role, register_status, email, email_key, first_name, last_name) select $1, gen_random_uuid(), $2, login_id, $3, $4, email, email_key, $5, $5 from logins where email = $6',
    [project, 'S-STALE2', 'Physician', 'Registered', 'Stale', stranger.email],
  )
  const person = await registered({ email: stranger.email })
  expect((await confirm(person.token, person.password)).status).toBe(200)
  expect(await owner('select login_id, register_status from providers where code = $1', ['S-STALE2'])).toEqual([
    { login_id: null, register_status: 'Invited' },
  ])
})

test('a reset link of a login that nobody has proven sets no password', async () => {
  const who = await registered()
  const [row] = await owner<{ login_id: string }>('select login_id from logins where email = $1', [who.email])
  const whose = { login_id: row?.login_id ?? '', email: who.email }
  const token = await platform.database.unscoped('a link', (db) => newLink(db, 'reset_password', whose))
  const answer = await send(null, completePatientReset, { params: { token }, body: { password: 'Another-fish-8!' } })
  expect(answer).toMatchObject({ status: 400, body: { code: 'link_unknown' } })
  expect((await signIn({ ...who, password: 'Another-fish-8!' })).status).toBe(400)
})

test('nothing that a visitor typed stands in the mail to an address that is nobody’s yet', async () => {
  const lure = 'https://evil.example'
  const body = form({ first_name: 'Evil', last_name: 'Example', address_1: lure })
  await as(null).call(register, { body }, { headers })
  const [mail] = await mailsTo(body.email)
  expect(withoutSecrets(mail?.body ?? 'evil').toLowerCase()).not.toContain('evil')
})

test('a registration needs neither state nor zip code', async () => {
  const { state: _, zip_code: __, ...body } = form()
  const answer = await send(null, register, { body: { ...body, state: '' } }, { headers })
  expect(answer).toMatchObject({ status: 201 })
})

test('a registration takes a ZIP code with four more digits', async () => {
  expect(await send(null, register, { body: form({ zip_code: '02110-1234' }) }, { headers })).toMatchObject({
    status: 201,
  })
})

test.each([
  [{ email: 'not an address' }, { email: 'Invalid email format' }],
  [{ mobile_number: '12345' }, { mobile_number: 'Mobile number must be 10 digits' }],
  [{ first_name: ' ' }, { first_name: 'First name is required' }],
  [{ last_name: undefined }, { last_name: 'Last name is required' }],
  [{ zip_code: '0211' }, { zip_code: 'Invalid Zip code' }],
  [{ zip_code: '02110-12' }, { zip_code: 'Invalid Zip code' }],
  [{ state: 'State' }, { state: 'Please choose one from the list' }],
  [{ email: ' ' }, { email: 'Email is required' }],
  [{ password: 'Passw0rd!' }, { password: 'This password is too easy to guess. Please choose another one.' }],
  [{ city: 'x'.repeat(10_000) }, { city: 'Please use at most 200 characters' }],
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
