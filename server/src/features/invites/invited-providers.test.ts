import {
  acceptInvite,
  authenticateOperator,
  checkInvite,
  completePatientReset,
  createOperator,
  createOperatorByIdentity,
  inviteOperator,
  listOperators,
  loginOperator,
  registerProviderGoogle,
  resendOperatorInvite,
  verifyIdentity,
} from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import { invitingClinic, password } from '../../../test/inviting-clinic.ts'

const clinic = await invitingClinic()
const { as, send, owner, nurse, admin, anyEmail, token, asIdentity, mailsTo, invitedPatient } = clinic
const { invitedOperator, aged } = clinic

describe('an invitation that does not work', () => {
  test.each([
    ['acceptInvite', (params: { token: string }) => send(null, acceptInvite, { params, body: { password } })],
    [
      'verifyIdentity',
      ({ token: invite_token }: { token: string }) =>
        send(null, verifyIdentity, { body: { ...token(), invite_token } }),
    ],
    [
      'checkInvite',
      ({ token: invite_token }: { token: string }) => send(null, checkInvite, { body: { invite_token } }),
    ],
  ])('says at %s whether it is expired or unknown, and whom to ask', async (_name, attempt) => {
    asIdentity(anyEmail())
    const { secret } = await invitedPatient()
    await aged(secret)
    expect(await attempt({ token: secret })).toMatchObject({
      status: 400,
      body: {
        code: 'invite_expired',
        error:
          'This invitation has expired. It was valid for 7 days. Please ask Harbor Clinic, desk@harbor.example for a new one.',
      },
    })
    expect(await attempt({ token: 'x'.repeat(43) })).toMatchObject({ status: 400, body: { code: 'invite_unknown' } })
  })

  test('one of a deleted record is unknown, and one of a patient makes no operator', async () => {
    const { secret, code } = await invitedPatient()
    const body = { first_name: 'A', last_name: 'B', password }
    expect((await send(null, createOperator, { params: { token: secret }, body })).status).toBe(400)
    asIdentity(anyEmail())
    expect((await send(null, createOperatorByIdentity, { params: { token: secret }, body: token() })).status).toBe(400)
    expect((await send(null, completePatientReset, { params: { token: secret }, body: { password } })).status).toBe(400)
    await owner('update patients set deleted_at = now() where code = $1', [code])
    expect((await send(null, checkInvite, { body: { invite_token: secret } })).body.code).toBe('invite_unknown')
  })
})

describe('a provider', () => {
  test('whose invitation could not be delivered is listed with the reason, until it is sent again', async () => {
    const { email } = await invitedOperator()
    const failed = async () => {
      const { operators } = await as(admin).call(listOperators, { query: { searchQuery: email } })
      return operators.map(({ invite_failed }) => invite_failed)
    }
    expect(await failed()).toEqual([null])
    const reason = 'No such mailbox'
    await owner("update mail_outbox set status = 'failed', last_error = $2 where $1 = any(to_addresses)", [
      email,
      reason,
    ])
    expect(await failed()).toEqual([reason])
    await as(admin).call(resendOperatorInvite, { params: { email } })
    expect(await failed()).toEqual([null])
  })

  test('is invited with a role by admins, by mail with both links, and again while still invited', async () => {
    const { email, secret } = await invitedOperator()
    const [mail] = await mailsTo(email)
    expect(mail?.body).toContain(`/register-operator/${secret}`)
    expect(mail?.body).toContain(`/provider/invite/${secret}`)
    const again = { firstName: 'omar', lastName: 'Haddad', email, role: 'Physician' } as const
    await as(admin).call(inviteOperator, { body: again })
    for (const [typed, fields] of [
      [{ role: 'Nurse' }, { role: expect.stringContaining('Omar Haddad was already invited as Physician.') }],
      [{ firstName: 'O' }, { email: expect.stringContaining('Omar Haddad (Physician) was already invited') }],
      [
        { firstName: 'O', role: 'Nurse' },
        { email: expect.stringContaining('Omar Haddad (Physician) was already invited') },
      ],
    ] as const)
      expect(await send(admin, inviteOperator, { body: { ...again, ...typed } })).toEqual(
        expect.objectContaining({ status: 409, body: expect.objectContaining({ fields }) }),
      )
    await as(admin).call(resendOperatorInvite, { params: { email } })
    expect(await mailsTo(email)).toHaveLength(3)
    const rows = await owner('select role, register_status, first_name from providers where email = $1', [email])
    expect(rows).toEqual([{ role: 'Physician', register_status: 'Invited', first_name: 'Omar' }])
    expect((await send(admin, resendOperatorInvite, { params: { email: anyEmail() } })).status).toBe(404)
    for (const known of [nurse.email, admin.email]) {
      expect((await send(admin, resendOperatorInvite, { params: { email: known } })).status).toBe(409)
      const body = { firstName: 'O', lastName: 'H', email: known, role: 'Nurse' }
      expect((await send(admin, inviteOperator, { body })).status).toBe(409)
    }
  })

  test.each([
    [{ email: 'nobody' }, { email: 'Please enter a valid email address.' }],
    [{ role: 'Admin' }, { role: 'Please choose a role' }],
    [{ firstName: '' }, { firstName: 'First name is required' }],
  ])('is not invited with %j', async (wrong, fields) => {
    const body = { firstName: 'O', lastName: 'H', email: anyEmail(), role: 'Nurse', ...wrong }
    expect(await send(admin, inviteOperator, { body })).toMatchObject({ status: 400, body: { fields } })
  })

  test('registers with names and a password; role, address and project are those of the invitation', async () => {
    const { email, secret } = await invitedOperator()
    const body = { first_name: 'Omar A.', last_name: 'Haddad', password, role: 'Admin', email: 'other@people.example' }
    const create = (more: object = {}) =>
      send(null, createOperator, { params: { token: secret }, body: { ...body, ...more } })
    expect((await create({ password: 'weak' })).status).toBe(400)
    expect((await create({ password: 'Passw0rd!' })).status).toBe(400)
    expect((await create()).status).toBe(201)
    const started = await as(null).call(loginOperator, { body: { email, password } })
    expect(started).toMatchObject({ role: 'Physician', operator: { first_name: 'Omar A.' } })
    expect((await create()).body).toMatchObject({
      code: 'invite_used',
      error: expect.stringContaining('an administrator of'),
    })
  })

  test('registers with an identity, which opens the account from then on', async () => {
    const { secret } = await invitedOperator()
    asIdentity(anyEmail())
    const create = (body = token()) => send(null, createOperatorByIdentity, { params: { token: secret }, body })
    expect((await create()).status).toBe(201)
    expect(await as(null).call(authenticateOperator, { body: token() })).toMatchObject({ role: 'Physician' })
    expect((await create()).status).toBe(400)
  })

  test('an identity that is refused leaves the invitation as it was', async () => {
    const { secret } = await invitedOperator()
    const create = (body = token()) => send(null, createOperatorByIdentity, { params: { token: secret }, body })
    expect(await create()).toMatchObject({ status: 400, body: { error: 'Google Login failed. Please try again.' } })
    asIdentity(anyEmail())
    expect((await create()).status).toBe(201)
  })

  test('signs up at the page of the invitation by the three steps', async () => {
    const { secret, email } = await invitedOperator()
    asIdentity(anyEmail())
    const body = token()
    expect(await as(null).call(verifyIdentity, { body: { ...body, invite_token: secret } })).toMatchObject({
      role: 'Physician',
    })
    const { access_token } = await as(null).call(authenticateOperator, { body })
    const user = { ...nurse, token: access_token }
    expect(await as(user).call(registerProviderGoogle, { body: { email } })).toMatchObject({
      email,
      first_name: 'Omar',
    })
    expect(await owner('select register_status from providers where email = $1', [email])).toEqual([
      { register_status: 'Registered' },
    ])
  })
})
