import {
  acceptInvite,
  authenticateOperator,
  authenticatePatient,
  checkInvite,
  getPatient,
  getPatientInfo,
  inviteDays,
  linkIdentity,
  listEmails,
  loginPatient,
  register,
  registerPatientGoogle,
  sendInvitation,
  sendInvitationTo,
  updatePatient,
  verifyIdentity,
  verifyPatientToken,
} from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import type { TestUser } from '../../../test/given.ts'
import { invitingClinic, password } from '../../../test/inviting-clinic.ts'
import { registrationForm } from '../../../test/registration-form.ts'
import { joinRecord } from '../../clinic/people/invited.ts'

const clinic = await invitingClinic()
const { given, platform, as, send, owner, project, nurse, anyEmail, token, asIdentity } = clinic
const { mailsTo, linkTo, patientInvite, invitedPatient, statusOf } = clinic

describe('inviting a patient', () => {
  test('makes a record that waits, with number and physician, and mails a link for a week', async () => {
    const physician = await given.staff('Physician', project)
    const body = patientInvite({ mrnNumber: 'MRN-81', physicianName: 'Dr. Nobody', providerId: physician.code })
    expect(await send(nurse, sendInvitation, { body })).toMatchObject({
      status: 200,
      body: { message: 'Invite sent successfully!' },
    })
    const { patient } = await as(nurse).call(getPatientInfo, { params: { key: body.email } })
    expect(patient).toMatchObject({
      first_name: 'Mia',
      last_name: 'de la Cruz',
      status: 'Pending Invite',
      mrn_number: 'MRN-81',
      physician_name: 'Nora Lindt',
      provider_id: physician.code,
    })
    const [left] = await owner<{ days: number; hash: Buffer }>(
      'select extract(epoch from expires_at - created_at)::int / 86400 as days, token_hash as hash from invites where email = $1',
      [body.email],
    )
    expect(left?.days).toBe(inviteDays)
    const secret = await linkTo(body.email, 'invite')
    expect(await as(null).call(checkInvite, { body: { invite_token: secret } })).toEqual({
      audience: 'patient',
      role: 'Patient',
      email: body.email,
      project_name: 'Harbor Clinic',
      first_name: '',
      last_name: '',
      patient_name: '',
      areas: [],
      until: '',
      long_password: false,
    })
  })

  test('takes the other shape, with the address in the path', async () => {
    const email = anyEmail()
    const body = { first_name: 'Zoë', last_name: "O'Brien-Łukasz", email }
    expect((await send(nurse, sendInvitationTo, { params: { email }, body })).status).toBe(200)
    expect((await send(nurse, sendInvitationTo, { params: { email: anyEmail() }, body })).status).toBe(400)
    expect(await statusOf(email)).toBe('Pending Invite')
  })

  test.each([
    [{ firstName: 'M1a' }, { firstName: 'First name must contain only letters' }],
    [{ lastName: 'Cruz!' }, { lastName: 'Last name must contain only letters' }],
    [{ firstName: ' ' }, { firstName: 'First name is required' }],
    [{ lastName: undefined }, { lastName: 'Last name is required' }],
    [{ email: 'nobody' }, { email: 'Invalid email format' }],
    [{ email: undefined }, { email: 'Invalid email format' }],
    [{ mrnNumber: '' }, { mrnNumber: 'MRN number is required' }],
    [{ providerId: '' }, { providerId: 'Please choose a physician' }],
    [{ providerId: 'S-nobody' }, { providerId: 'Please choose a physician in this project' }],
    [
      { firstName: undefined, first_name: 'M1a', last_name: 'C' },
      { first_name: 'First name must contain only letters' },
    ],
  ])('refuses %j with a sentence for its field', async (wrong, fields) => {
    const answer = await send(nurse, sendInvitation, { body: patientInvite(wrong) })
    expect(answer).toMatchObject({ status: 400, body: { fields } })
  })

  test('refuses a provider who is no physician, or of another project', async () => {
    const other = await given.staff('Physician')
    for (const providerId of [nurse.code, other.code, other.id])
      expect((await send(nurse, sendInvitation, { body: patientInvite({ providerId }) })).status).toBe(400)
  })

  test('refuses the email domains that the project blocks, and their subdomains', async () => {
    const strict = await given.staff('Nurse')
    await owner(`update projects set blocked_email_domains = '{throwaway.example}' where project_id = $1`, [
      strict.project,
    ])
    const status = async (user: TestUser, email: string) =>
      send(user, sendInvitation, { body: patientInvite({ email }) })
    expect(await status(strict, 'a@Throwaway.example')).toMatchObject({
      status: 400,
      body: { fields: { email: 'Invalid email format' } },
    })
    expect((await status(strict, 'a@mail.throwaway.example')).status).toBe(400)
    expect((await status(strict, 'a@notthrowaway.example')).status).toBe(200)
    expect((await status(nurse, 'a@throwaway.example')).status).toBe(200)
  })

  test('again sends a fresh link for the same record, and the earlier one says so', async () => {
    const { email, secret, code } = await invitedPatient()
    expect(
      await as(nurse).call(sendInvitation, {
        body: patientInvite({ email, firstName: 'mía', lastName: 'De La Cruz' }),
      }),
    ).toMatchObject({
      patient_id: code,
    })
    expect(await linkTo(email, 'invite')).not.toBe(secret)
    expect(await send(null, checkInvite, { body: { invite_token: secret } })).toMatchObject({
      status: 400,
      body: { code: 'invite_replaced', error: expect.stringContaining('newer invitation') },
    })
  })

  test('again with a physician adds one where the record has none, and says who stays where it has one', async () => {
    const physicians = await Promise.all([1, 2].map(() => given.staff('Physician', project)))
    const [first, second] = physicians.map(({ code }) => code)
    const { email, code } = await invitedPatient()
    const again = async (typed: object) =>
      (await send(nurse, sendInvitation, { body: patientInvite({ email, ...typed }) })).body
    const record = async () => (await as(nurse).call(getPatientInfo, { params: { key: code } })).patient
    const before = await record()

    expect(await again({ providerId: first })).toEqual({ message: 'Invite sent successfully!', patient_id: code })
    expect(await record()).toMatchObject({
      provider_id: first,
      physician_name: 'Nora Lindt',
      version: before.version + 1,
    })
    expect(await again({ providerId: second })).toMatchObject({ patient_id: code, physician_kept: 'Nora Lindt' })
    expect(await record()).toMatchObject({ provider_id: first, version: before.version + 1 })
  })

  test('again with the physician whose name the record has connects it to them', async () => {
    const { code: physician } = await given.staff('Physician', project)
    const { email, code } = await invitedPatient()
    await owner("update patients set physician_name = 'Dr. Nora Lindt' where code = $1", [code])
    expect((await send(nurse, sendInvitation, { body: patientInvite({ email, providerId: physician }) })).body).toEqual(
      {
        message: 'Invite sent successfully!',
        patient_id: code,
      },
    )
    expect((await as(nurse).call(getPatientInfo, { params: { key: code } })).patient.provider_id).toBe(physician)
  })

  test('again with the physician of the record, or with none, has nothing to say', async () => {
    const { email, code } = await invitedPatient()
    await as(nurse).call(updatePatient, { body: { patient_id: code, physician_name: 'Dr. Grace Hall' } })
    for (const typed of [{}, { physicianName: 'dr. grace hall' }])
      expect((await send(nurse, sendInvitation, { body: patientInvite({ email, ...typed }) })).body).toEqual({
        message: 'Invite sent successfully!',
        patient_id: code,
      })
  })

  test.each([
    ['another name', { firstName: 'Ben' }],
    ['another MRN', { mrnNumber: '4711' }],
  ])('at the address of somebody who was invited, with %s, is refused and says whose it is', async (_, typed) => {
    const { email, secret, code } = await invitedPatient()
    await as(nurse).call(updatePatient, { body: { patient_id: code, dob: '04-17-2015' } })

    const sentence = `${code} (Mia de la Cruz, born 04-17-2015, no MRN) already has this email address. Please check what you typed, or use another address.`
    expect(await send(nurse, sendInvitation, { body: patientInvite({ email, ...typed }) })).toMatchObject({
      status: 409,
      body: { code: 'email_taken', fields: { email: sentence } },
    })
    expect((await mailsTo(email)).length).toBe(1)
    expect((await send(null, checkInvite, { body: { invite_token: secret } })).status).toBe(200)
    const refused = `select a.result from audit_events a join patients p using (patient_id) where p.code = $1 and a.action = 'refused'`
    expect(await owner(refused, [code])).toEqual([{ result: '409 email_taken' }])
    // In another project, nobody has the address.
    const far = await given.staff('Nurse')
    expect((await send(far, sendInvitation, { body: patientInvite({ email, ...typed }) })).status).toBe(200)
  })

  test('of somebody registered, or with the number of another patient, is a conflict', async () => {
    const ana = await given.patient(project, { mrn_number: 'MRN-82' })
    expect((await send(nurse, sendInvitation, { body: patientInvite({ email: ana.email }) })).status).toBe(409)
    expect((await send(nurse, sendInvitation, { body: patientInvite({ mrnNumber: 'MRN-82' }) })).status).toBe(409)
  })

  test('keeps the secret out of the database: only its hash is there, and the mail forgets it', async () => {
    const { secret } = await invitedPatient()
    const rows = await owner<{ row: string }>('select row_to_json(i)::text as row from invites i')
    expect(rows.some(({ row }) => row.includes(secret))).toBe(false)
  })

  test('is in the list of emails that the patient got, without the link', async () => {
    const { code, secret } = await invitedPatient()
    const { emails } = await as(nurse).call(listEmails, { params: { key: code }, query: {} })
    expect(emails).toMatchObject([{ subject: 'Your invitation to Harbor Clinic', sent_by: 'Nora Lindt' }])
    expect(emails[0]?.message).toContain('[the personal link]')
    expect(emails[0]?.message).not.toContain(secret)
  })

  test('a corrected address of somebody who has not signed up counts at once, and the invitation follows', async () => {
    const { email, secret, code } = await invitedPatient()
    const right = anyEmail()
    const answer = await as(nurse).call(updatePatient, { body: { patient_id: code, email: right } })
    expect(answer.patient).toMatchObject({ email: right, pending_email: '' })
    expect((await send(null, checkInvite, { body: { invite_token: secret } })).body.code).toBe('invite_replaced')
    expect(await as(null).call(checkInvite, { body: { invite_token: await linkTo(right, 'invite') } })).toMatchObject({
      email: right,
    })
    const subjects = (await mailsTo(email)).map(({ subject }) => subject)
    expect(subjects).toEqual(['Your invitation to Harbor Clinic', 'We no longer write to this email address'])
  })
})

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
