import {
  checkEmailChange,
  confirmOperatorEmail,
  confirmPatientEmail,
  getPatientInfo,
  loginPatient,
  myAccount,
  sendInvitation,
  stopPatientEmailChange,
  updateMyProfile,
  updateOperatorProfile,
  updatePatient,
} from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import { cookiesOf, secretIn, withoutSecrets } from '../../../test/cookies-and-links.ts'
import type { TestUser } from '../../../test/given.ts'
import { newEmail } from '../../../test/new-email.ts'
import { testClinic } from '../../../test/test-clinic.ts'

const { given, as, send, owner, mailsTo, project } = await testClinic()

describe('an address that staff enter for somebody who signs in', () => {
  const proposed = async () => {
    const ana = await given.patient(project)
    const nurse = await given.staff('Nurse', project)
    const email = newEmail('nurse.private')
    await as(nurse).call(updatePatient, { body: { _id: ana.id, email } })
    const token = secretIn((await mailsTo(email))[0]?.body)
    const stop = secretIn((await mailsTo(ana.email))[0]?.body)
    return { ana, nurse, email, token, stop }
  }
  const confirm = (token: string, user: TestUser | null = null, body: object = {}) =>
    send(user, confirmPatientEmail, { params: { token }, body }, { cookies: cookiesOf(user) })
  const stopBy = (token: string) => send(null, stopPatientEmailChange, { params: { token } })
  const login = async ({ password }: TestUser, email: string) =>
    (await send(null, loginPatient, { body: { email, password } })).status
  const actionsOn = async (ana: TestUser) =>
    (
      await owner<{ action: string }>(
        "select action from audit_events where patient_id = $1 and action <> 'session.start' order by event_id",
        [ana.id],
      )
    ).map(({ action }) => action)

  test('is only proposed: its mailbox alone, or somebody else’s session, does not confirm it', async () => {
    const { ana, nurse, email, token } = await proposed()
    const ben = await given.patient(project)
    for (const user of [null, nurse, ben]) {
      expect(await confirm(token, user)).toMatchObject({ status: 400, body: { code: 'sign_in_first' } })
      expect((await confirm(token, user, { password: `${ben.password}x` })).body.fields).toEqual({
        password: 'This is not the password of your account.',
      })
    }
    expect([await login(ana, email), await login(ana, ana.email)]).toEqual([400, 200])
    expect(await actionsOn(ana)).toEqual(expect.arrayContaining(['patient.propose_email', 'patient.update']))
    expect((await confirm(token, ana)).body).toMatchObject({ already: false })
  })

  test('is confirmed by the owner’s session, which goes on', async () => {
    const { ana, email, token } = await proposed()
    expect(await send(ana, checkEmailChange, { body: { change_token: token } })).toMatchObject({
      body: { email, asks: 'consent' },
    })
    expect((await confirm(token, ana)).status).toBe(200)
    expect(await as(ana).call(myAccount, {})).toMatchObject({ email, sign_in_email: email, pending_email: '' })
    expect(await actionsOn(ana)).toContain('account.confirm_email')
  })

  test('waits while all second steps are new: whoever only knew the password may have added them', async () => {
    const { ana, email, token } = await proposed()
    const addFactor = (age: string) =>
      owner(
        `insert into login_factors (factor_id, login_id, kind, name, credential_id, public_key, created_at)
         values (gen_random_uuid(), $1, 'passkey', 'Phone', gen_random_uuid()::text, '\\x00', now() - $2::interval)`,
        [ana.login, age],
      )
    await owner("update sessions set amr = '{pwd,passkey}' where session_id = $1", [ana.session])
    await addFactor('6 days 23 hours')
    expect(await confirm(token, ana)).toMatchObject({ status: 400, body: { code: 'young_factor' } })
    expect(await login(ana, ana.email)).toBe(200)
    await addFactor('8 days')
    expect((await confirm(token, ana)).status).toBe(200)
    expect(await as(ana).call(myAccount, {})).toMatchObject({ sign_in_email: email })
  })

  test('is confirmed by the owner’s password', async () => {
    const { ana, email, token } = await proposed()
    expect(await send(null, checkEmailChange, { body: { change_token: token } })).toMatchObject({
      body: { email, asks: 'proof' },
    })
    expect((await confirm(token, null, { password: ana.password })).status).toBe(200)
    expect([await login(ana, email), await login(ana, ana.email)]).toEqual([200, 400])
  })

  test('cannot be confirmed by guessing: wrong passwords count as they do at the sign-in', async () => {
    const { ana, token } = await proposed()
    for (let n = 0; n < 5; n++) expect((await confirm(token, null, { password: 'Wrong-lantern-7!' })).status).toBe(400)
    expect((await confirm(token, null, { password: ana.password })).body.fields).toHaveProperty('password')
    expect(await login(ana, ana.email)).toBe(400)
  })

  test('is stopped from the old address once, without a sign-in, and staff see no pending address any more', async () => {
    const { ana, nurse, email, token, stop } = await proposed()
    const pending = async () =>
      (await as(nurse).call(getPatientInfo, { params: { key: ana.code } })).patient.pending_email
    expect(await pending()).toBe(email)
    expect((await stopBy(stop)).body).toMatchObject({ already: false })
    expect(await pending()).toBe('')
    expect((await confirm(token, ana)).body.code).toBe('link_stopped')
    expect((await stopBy(stop)).body).toMatchObject({ already: true })
    expect(await login(ana, ana.email)).toBe(200)
    expect(await actionsOn(ana)).toContain('account.stop_email_change')
  })

  test('is stopped by no other link', async () => {
    const { ana, token, stop } = await proposed()
    for (const wrong of [token, 'no-such-link'])
      expect(await stopBy(wrong)).toMatchObject({ status: 400, body: { code: 'link_unknown' } })
    expect((await confirm(stop, ana)).body.code).toBe('link_unknown')
  })

  test('is undone by the same link once it is in use', async () => {
    const { ana, email, token, stop } = await proposed()
    await confirm(token, ana)
    expect((await stopBy(stop)).body).toMatchObject({ already: false, needs_password: true })
    expect(await login(ana, email)).toBe(400)
    expect(await owner('select email from logins where login_id = $1', [ana.login])).toEqual([{ email: ana.email }])
  })

  test('that its owner entered takes the owner’s session or password as well, and can be stopped', async () => {
    const ana = await given.patient(project)
    const email = newEmail('moved')
    await as(ana).call(updateMyProfile, { body: { email } })
    const token = secretIn((await mailsTo(email))[0]?.body)
    const asks = async (user: TestUser | null) =>
      (await send(user, checkEmailChange, { body: { change_token: token } })).body.asks
    expect([await asks(null), await asks(ana)]).toEqual(['proof', 'nothing'])
    expect((await confirm(token)).body.code).toBe('sign_in_first')
    expect((await send(ana, confirmPatientEmail, { params: { token }, body: {} })).body.code).toBe('sign_in_first')
    expect((await stopBy(secretIn((await mailsTo(ana.email))[0]?.body))).status).toBe(200)
    expect((await confirm(token, ana)).body.code).toBe('link_stopped')
    expect(await actionsOn(ana)).not.toContain('patient.propose_email')
  })

  test('is proposed to a provider by the same rule', async () => {
    const [admin, nurse] = [await given.staff('Admin', project), await given.staff('Nurse', project)]
    const email = newEmail('moved', 'staff.example')
    await as(admin).call(updateOperatorProfile, { body: { provider_id: nurse.code, email } })
    const params = { token: secretIn((await mailsTo(email))[0]?.body) }
    for (const user of [null, admin])
      expect((await send(user, confirmOperatorEmail, { params })).body.code).toBe('sign_in_first')
    const stop = { token: secretIn((await mailsTo(nurse.email))[0]?.body) }
    expect((await send(null, stopPatientEmailChange, { params: stop })).body.code).toBe('link_unknown')
    const body = { password: nurse.password }
    expect((await send(null, confirmOperatorEmail, { params, body })).status).toBe(200)
    expect(
      await owner('select actor_id from audit_events where object_id = $1 and action = $2', [
        nurse.id,
        'provider.propose_email',
      ]),
    ).toEqual([{ actor_id: admin.id }])
  })

  test('takes effect at once where nobody signs in yet', async () => {
    const nurse = await given.staff('Nurse', project)
    const invited = { firstName: 'Ivo', lastName: 'Nun', email: newEmail('ivo') }
    const { patient_id } = await as(nurse).call(sendInvitation, { body: invited })
    const email = newEmail('ivo')
    const { patient } = await as(nurse).call(updatePatient, { body: { patient_id, email } })
    expect(patient).toMatchObject({ email, pending_email: '' })
  })

  test('is named in no mail of it, nor is anybody', async () => {
    const { ana, email } = await proposed()
    for (const { body } of [...(await mailsTo(email)), ...(await mailsTo(ana.email))])
      expect(withoutSecrets(body)).not.toMatch(/Ana|Rivera/)
  })
})
