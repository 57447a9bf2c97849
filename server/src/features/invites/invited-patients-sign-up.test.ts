import {
  acceptInvite,
  authenticateOperator,
  authenticatePatient,
  checkInvite,
  getPatient,
  getPatientInfo,
  linkIdentity,
  loginPatient,
  register,
  registerPatientGoogle,
  sendInvitation,
  verifyIdentity,
  verifyPatientToken,
} from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import { invitingClinic, password } from '../../../test/inviting-clinic.ts'
import { registrationForm } from '../../../test/registration-form.ts'
import { joinRecord } from '../../clinic/people/invited.ts'

const clinic = await invitingClinic()
const { given, platform, as, send, owner, project, nurse, anyEmail, token, asIdentity } = clinic
const { mailsTo, linkTo, patientInvite, invitedPatient, statusOf } = clinic

describe('an invited patient', () => {
  const signUp = async (secret: string, email: string, identityToken = token()) => {
    const verified = await as(null).call(verifyIdentity, { body: { ...identityToken, invite_token: secret } })
    const { access_token } = await as(null).call(
      authenticatePatient,
      { body: identityToken },
      { headers: { project: verified.project } },
    )
    return { verified, user: { ...nurse, token: access_token }, email }
  }

  test('signs up with another address than the invited one; only the last step uses the invitation up', async () => {
    const { secret, email, code } = await invitedPatient()
    const other = anyEmail()
    asIdentity(other)
    const { verified, user } = await signUp(secret, other)
    expect(verified).toMatchObject({ project, role: 'Patient' })
    expect(await statusOf(code)).toBe('Pending Invite')
    expect((await send(null, checkInvite, { body: { invite_token: secret } })).status).toBe(200)
    expect((await send(null, verifyIdentity, { body: token() })).status).toBe(404)

    expect((await send(user, registerPatientGoogle, { body: { email: 'somebody@else.example' } })).status).toBe(403)
    for (let n = 0; n < 2; n++)
      expect(await as(user).call(registerPatientGoogle, { body: { email: other } })).toMatchObject({
        patient_id: code,
        email,
      })
    expect(await statusOf(code)).toBe('Accepted')
    const { patient } = await as(nurse).call(getPatientInfo, { params: { key: code } })
    expect(patient.status_history.at(-1)).toMatchObject({ status: 'Accepted', author: 'Mia de la Cruz' })
    expect(await as(null).call(verifyIdentity, { body: token() })).toMatchObject({ project, role: 'Patient' })
    expect(await send(null, checkInvite, { body: { invite_token: secret } })).toMatchObject({
      status: 400,
      body: {
        code: 'invite_used',
        error:
          'This invitation has already been used. If that was you, please sign in; if not, ask Harbor Clinic, desk@harbor.example.',
      },
    })
  })

  test('may name the invited address as well', async () => {
    const { secret, email, code } = await invitedPatient()
    asIdentity(email)
    const { user } = await signUp(secret, email)
    expect(await as(user).call(registerPatientGoogle, { body: { email } })).toMatchObject({ patient_id: code })
    expect((await as(user).call(getPatient, { params: { email } })).patient.status).toBe('Accepted')
  })

  test('of two who finish with one invitation, one gets the record', async () => {
    const { secret, email } = await invitedPatient()
    asIdentity(anyEmail())
    const first = await signUp(secret, email)
    asIdentity(anyEmail())
    const second = await signUp(secret, email)
    const answers = await Promise.all(
      [first, second].map(({ user }) => send(user, registerPatientGoogle, { body: { email } })),
    )
    const [won, lost] = answers.map(({ status }) => status).sort()
    expect(won).toBe(200)
    // A user who arrives when the record already has its login is signed out by it.
    expect([400, 401]).toContain(lost)
  })

  test('a record that somebody has signed up for is not handed on, by whatever way an invitation came to it', async () => {
    const ana = await given.patient(project)
    const other = await given.patient()
    const record = { project_id: project, patient_id: ana.id, provider_id: null }
    const handOn = platform.database.unscoped('a second owner', (db) => joinRecord(db, record, other.login))
    await expect(handOn).rejects.toMatchObject({ code: 'registered' })
    expect(await owner('select login_id from patients where patient_id = $1', [ana.id])).toEqual([
      { login_id: ana.login },
    ])
  })

  test('a record is not joined by who has one in the project already', async () => {
    const ana = await given.patient(project)
    const { code } = await invitedPatient()
    const [row] = await owner<{ patient_id: string }>('select patient_id from patients where code = $1', [code])
    const record = { project_id: project, patient_id: row?.patient_id ?? '', provider_id: null }
    const join = platform.database.unscoped('a second record', (db) => joinRecord(db, record, ana.login))
    await expect(join).rejects.toMatchObject({ code: 'member' })
  })

  test('whose identity has another address leaves nobody with the invited one', async () => {
    const { secret, email } = await invitedPatient()
    const elsewhere = await given.project()
    await send(null, register, { body: registrationForm({ email }) }, { headers: { project: elsewhere } })
    const own = anyEmail()
    asIdentity(own)
    const { user } = await signUp(secret, email)
    await as(user).call(registerPatientGoogle, { body: { email } })
    expect(await owner('select email from logins where email = any($1)', [[email, own]])).toEqual([{ email: own }])
  })

  test('an identity does not finish with an address that has got an account meanwhile', async () => {
    const { secret, email } = await invitedPatient()
    const taken = anyEmail()
    asIdentity(taken)
    const { user } = await signUp(secret, email)
    await given.patient(undefined, { email: taken })
    expect(await send(user, registerPatientGoogle, { body: { email } })).toMatchObject({
      status: 400,
      body: { code: 'link_required' },
    })
  })

  test('a token that names an invitation opens nothing at another entrance', async () => {
    const { secret } = await invitedPatient()
    asIdentity(anyEmail())
    const body = token()
    await as(null).call(verifyIdentity, { body: { ...body, invite_token: secret } })
    expect((await send(null, authenticateOperator, { body })).status).toBe(404)
  })

  test('with the address of an account that exists is asked for its password before anything is connected', async () => {
    const elsewhere = await given.patient()
    const { secret } = await invitedPatient()
    asIdentity(elsewhere.email)
    const ask = () => send(null, verifyIdentity, { body: { ...token(), invite_token: secret } })
    expect(await ask()).toMatchObject({ status: 400, body: { code: 'link_required' } })
    await as(null).call(linkIdentity, { body: { ...token(), password: elsewhere.password } })
    expect((await ask()).status).toBe(200)
  })

  test('who belongs to the project already does not get a second record', async () => {
    const ana = await given.patient(project)
    asIdentity(ana.email, 'subject of ana')
    await as(null).call(linkIdentity, { body: { ...token(), password: ana.password } })
    const { secret } = await invitedPatient()
    expect((await send(null, verifyIdentity, { body: { ...token(), invite_token: secret } })).status).toBe(409)
  })

  test('accepts with a password, is signed in, and can do so again later', async () => {
    const { secret, email, code } = await invitedPatient()
    const answer = await send(null, acceptInvite, { params: { token: secret }, body: { password } })
    expect(answer).toMatchObject({ status: 200, body: { patient: { patient_id: code }, email_verified: true } })
    expect(answer.cookies.map(({ name }) => name)).toContain('fornix-patient')
    expect((await send({ ...nurse, token: answer.body.access_token }, verifyPatientToken)).status).toBe(200)
    expect(await statusOf(code)).toBe('Accepted')
    expect((await send(null, loginPatient, { body: { email, password } })).status).toBe(200)
    expect((await send(null, acceptInvite, { params: { token: secret }, body: { password } })).body.code).toBe(
      'invite_used',
    )
  })

  test('keeps the password of an account that exists, and the invitation outlives a wrong one', async () => {
    const elsewhere = await given.patient()
    await as(nurse).call(sendInvitation, { body: patientInvite({ email: elsewhere.email }) })
    const accept = async (attempt: string) =>
      send(null, acceptInvite, {
        params: { token: await linkTo(elsewhere.email, 'invite') },
        body: { password: attempt },
      })
    expect(await accept(password)).toMatchObject({
      status: 400,
      body: { fields: { password: expect.stringContaining('Please enter the password of that account') } },
    })
    expect((await accept('weak')).status).toBe(400)
    const done = await accept(elsewhere.password)
    expect(done.body.memberships).toHaveLength(2)
  })

  test('who registers instead gets a fresh invitation by mail, once an hour, and everybody the same answer', async () => {
    const { email, secret, code } = await invitedPatient()
    const form = registrationForm({ email })
    const attempt = () => send(null, register, { body: form }, { headers: { project } })
    await owner(`update invites set created_at = now() - interval '2 hours' where email = $1`, [email])
    expect(await attempt()).toMatchObject({ status: 201, body: { message: 'Registration successful!' } })
    expect((await attempt()).status).toBe(201)
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(
      Array(2).fill('Your invitation to Harbor Clinic'),
    )
    expect(await linkTo(email, 'invite')).not.toBe(secret)
    expect(await statusOf(code)).toBe('Pending Invite')
  })
})
