import {
  changePassword,
  completePatientReset,
  getAccessLog,
  getUserRole,
  loginOperator,
  loginPatient,
  mySessions,
  refreshPatient,
  resetPatientPassword,
  verifyPatientToken,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { cookiesOf, secretIn } from '../../../test/cookies-and-links.ts'
import type { TestUser } from '../../../test/given.ts'
import { testClinic } from '../../../test/test-clinic.ts'
import { whilePasswordChanges } from '../../../test/together.ts'
import { emailKey } from '../../clinic/records/email-key.ts'
import { hashSecret } from '../../platform/sessions/tokens.ts'

const { given, as, send, owner, database, mailsTo, project } = await testClinic()
const fresh = 'Fresh-lantern-3!'
const wrong = 'Wrong-horse-9!'
const not = 'This is not your current password. After a few wrong tries, you will have to wait a few minutes.'
const change = (user: TestUser, current_password = user.password, password = fresh, headers = {}) =>
  send(user, changePassword, { body: { current_password, password } }, headers)
const signIn = (user: TestUser, password: string) =>
  send(null, user.role === 'Patient' ? loginPatient : loginOperator, { body: { email: user.email, password } })
const failuresOf = (user: TestUser) =>
  owner('select failures from sign_in_failures where name_hash = $1', [hashSecret(emailKey(user.email))])

test.each(['Patient', 'Nurse'] as const)(
  'a %s changes the password: this session goes on, all others end, and a mail tells',
  async (role) => {
    const ana = await given.user(role, project)
    const other = await signIn(ana, ana.password)
    const device = other.cookies.find(({ name }) => name === 'fornix-device')?.value ?? ''
    expect(await change(ana, ana.password, fresh, { cookies: { 'fornix-device': device } })).toMatchObject({
      status: 200,
    })
    expect((await as(ana).call(mySessions, {})).sessions.map(({ current }) => current)).toEqual([true])
    const { body } = other
    expect((await send({ ...ana, token: body.access_token }, mySessions)).status).toBe(401)
    expect((await signIn(ana, ana.password)).status).toBe(400)
    expect((await signIn(ana, fresh)).status).toBe(200)
    const [mail, ...more] = await mailsTo(ana.email)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ subject: 'Your password was changed' })
    expect(mail?.body).toContain('http://localhost:3000')
    expect(mail?.body).not.toContain('Ana')
    expect(
      await owner(
        "select actor_role, patient_id from audit_events where action = 'account.change_password' and actor_id = $1",
        [ana.id],
      ),
    ).toEqual([{ actor_role: role, patient_id: role === 'Patient' ? ana.id : null }])
  },
)

test('this browser is known afterwards, and other browsers, and links that were mailed before, are not', async () => {
  const ana = await given.patient(project)
  const marks = []
  for (let n = 0; n < 2; n++)
    marks.push((await signIn(ana, ana.password)).cookies.find(({ name }) => name === 'fornix-device')?.value ?? '')
  await as(null).call(resetPatientPassword, { params: { email: ana.email } })
  const token = secretIn((await mailsTo(ana.email))[0]?.body)
  await change(ana, ana.password, fresh, { cookies: { 'fornix-device': marks[0] } })
  const known = await owner<{ device_hash: Buffer }>('select device_hash from known_devices where login_id = $1', [
    ana.login,
  ])
  expect(known).toEqual([{ device_hash: hashSecret(marks[0] ?? '') }])
  expect(await send(null, completePatientReset, { params: { token }, body: { password: wrong } })).toMatchObject({
    status: 400,
    body: { code: 'link_unknown' },
  })
})

test('a copy of the cookie buys nothing from that moment, while the new one goes on', async () => {
  const ana = await given.patient(project)
  const changed = await change(ana)
  const renewed = changed.cookies.find(({ name }) => name === 'fornix-patient')?.value ?? ''
  expect((await send(ana, refreshPatient, {}, { cookies: { 'fornix-patient': renewed } })).status).toBe(200)
  expect((await send(null, getUserRole, {}, { cookies: cookiesOf(ana) })).status).toBe(401)
  expect((await send(null, refreshPatient, {}, { cookies: cookiesOf(ana) })).status).toBe(401)
  expect((await send(ana, refreshPatient, {}, { cookies: { 'fornix-patient': renewed } })).status).toBe(401)
})

test('it stands in the patient’s own log', async () => {
  const ana = await given.patient(project)
  await change(ana)
  const { entries } = await as(ana).call(getAccessLog, { query: { own: 'true' } })
  expect(entries.map(({ what }) => what)).toContain('Changed the password')
})

test('a wrong current password is told at its field, counts as one at sign-in, and after five nothing is tried', async () => {
  const ana = await given.patient(project)
  expect(await change(ana, wrong)).toMatchObject({ status: 400, body: { fields: { current_password: not } } })
  expect(await failuresOf(ana)).toEqual([{ failures: 1 }])
  for (let n = 0; n < 4; n++) await change(ana, wrong)
  expect(await change(ana)).toMatchObject({ status: 400, body: { fields: { current_password: not } } })
  expect((await signIn(ana, ana.password)).status).toBe(400)
  expect(await failuresOf(ana)).toEqual([{ failures: 5 }])
  expect(await mailsTo(ana.email)).toEqual([])
  expect(
    await owner("select from audit_events where action = 'session.refused' and patient_id = $1", [ana.id]),
  ).toHaveLength(7)
})

test('the right one takes its failures back', async () => {
  const ana = await given.patient(project)
  await change(ana, wrong)
  expect((await change(ana)).status).toBe(200)
  expect(await failuresOf(ana)).toEqual([])
})

test.each([
  ['nothing', '', '', { current_password: 'Please enter your current password', password: expect.any(String) }],
  ['a weak one', 'x', 'short', { password: 'Password does not meet the rules' }],
  ['a common one', 'x', 'Passw0rd!', { password: 'This password is too easy to guess. Please choose another one.' }],
])('%s is refused at its field, and no try is counted', async (_, current, password, fields) => {
  const ana = await given.patient(project)
  expect(await change(ana, current, password)).toMatchObject({ status: 400, body: { fields } })
  expect(await failuresOf(ana)).toEqual([])
})

test('the same password again is not a change', async () => {
  const ana = await given.patient(project)
  expect(await change(ana, ana.password, ana.password)).toMatchObject({
    status: 400,
    body: { fields: { password: 'Please choose a password that is different from your current one' } },
  })
})

test('whoever signs in with the identity provider alone is told that there is no password', async () => {
  const ana = await given.patient(project)
  await owner('update logins set password_hash = null where login_id = $1', [ana.login])
  expect(await change(ana)).toMatchObject({ status: 400, body: { code: 'no_password' } })
})

test('a password that is being changed while it is checked changes nothing any more', async () => {
  const ana = await given.patient(project)
  const answer = await whilePasswordChanges({ owner, database }, ana.login, () => change(ana))
  expect(answer).toMatchObject({ status: 400, body: { fields: { current_password: not } } })
  expect((await send(ana, verifyPatientToken)).status).toBe(200)
})
