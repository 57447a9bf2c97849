import {
  checkInvite,
  getPatientInfo,
  inviteDays,
  listEmails,
  sendInvitation,
  sendInvitationTo,
  updatePatient,
} from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import type { TestUser } from '../../../test/given.ts'
import { invitingClinic } from '../../../test/inviting-clinic.ts'

const clinic = await invitingClinic()
const { given, as, send, owner, project, nurse, anyEmail } = clinic
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
