import {
  acceptInvite,
  actFor,
  authenticatePatient,
  changeMyCaregiver,
  checkInvite,
  deletePatient,
  endCaregiver,
  endMyCaregiver,
  getAccessLog,
  getAuditLog,
  getUser,
  inviteCaregiver,
  inviteMyCaregiver,
  listCaregivers,
  listMyAppointments,
  listMyReimbursements,
  loginPatient,
  myAccount,
  registerPatientGoogle,
  stopCaring,
  updateMyProfile,
  verifyIdentity,
} from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import { caringClinic } from '../../../test/caring-clinic.ts'
import type { TestUser } from '../../../test/given.ts'
import { password } from '../../../test/inviting-clinic.ts'
import { holdMail } from '../../cli/backup/go-back.ts'
import { hashSecret } from '../../platform/sessions/tokens.ts'

const clinic = await caringClinic()
const { given, as, send, owner, project, nurse, admin, anyEmail, token, asIdentity, mailsTo } = clinic
const { linkTo, aged, invitedPatient, inOneMonth, asked, invited, accepted, grantsOf } = clinic

const status = async (user: TestUser, call = listMyAppointments) => (await send(user, call)).status
/** What others did, as the patient reads it. */
const seenBy = async (ana: TestUser) =>
  (await as(ana).call(getAccessLog, { query: {} })).entries.map(({ who, what }) => `${who}: ${what}`)
const money = (user: TestUser) => send(user, listMyReimbursements, { params: { key: user.code } })

describe('a patient', () => {
  test('invites somebody, who signs up with a link and sees for whom they act, and what was shared', async () => {
    const ana = await given.patient(project)
    const { email, secret } = await invited(ana)
    const [mail] = await mailsTo(email)
    expect(mail?.subject).toBe('Invitation to help Ana Rivera at Harbor Clinic')
    expect(mail?.body).toContain('- Visits and forms')
    expect(mail?.body).not.toContain('Reimbursement requests')
    expect(await grantsOf(ana)).toMatchObject([{ state: 'invited', invited_by: 'Ana Rivera', areas: ['visits'] }])
    expect(await as(null).call(checkInvite, { body: { invite_token: secret } })).toMatchObject({
      audience: 'patient',
      email,
      patient_name: 'Ana Rivera',
      areas: ['visits'],
      until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })

    const response = await as(null).call(acceptInvite, { params: { token: secret }, body: { password } })
    expect(response).toMatchObject({
      patient: { first_name: 'Ana', patient_id: ana.code },
      acting: { name: 'Maria Soto', first_name: 'Maria', last_name: 'Soto', email, areas: ['visits'] },
      memberships: [{ project, patient_name: 'Ana Rivera', caregiver_id: response.acting?.caregiver_id }],
    })
    const maria = { ...ana, token: response.access_token }
    expect(await as(maria).call(getUser, {})).toMatchObject({ acting: response.acting, role: 'Patient' })
    expect(await status(maria)).toBe(200)
    expect(await money(maria)).toMatchObject({ status: 403, body: { code: 'not_shared' } })
    expect(await grantsOf(ana)).toMatchObject([{ state: 'active' }])
    expect((await mailsTo(ana.email)).map(({ subject }) => subject)).toEqual([
      'Maria Soto was invited to act for you',
      'Maria Soto can now act for you',
    ])
  })

  test('changes what is shared, which counts at once, and ends it, which signs the caregiver out', async () => {
    const ana = await given.patient(project)
    const maria = await accepted(ana)
    const params = { caregiver_id: maria.caregiver }
    const [before] = await grantsOf(ana)
    await as(ana).call(changeMyCaregiver, { params, body: { areas: ['money'], until: inOneMonth } })
    expect(
      await owner("select result from audit_events where action = 'caregiver.change' and object_id = $1", [
        params.caregiver_id,
      ]),
    ).toEqual([{ result: `ok ${before?.areas.join(', ')} until ${before?.until} to money until ${inOneMonth}` }])
    expect([await status(maria), (await money(maria)).status]).toEqual([403, 200])
    await as(ana).call(endMyCaregiver, { params })
    expect((await money(maria)).status).toBe(401)
    expect(await grantsOf(ana)).toEqual([])
    expect((await mailsTo(ana.email)).at(-1)?.body).toContain('You removed Maria Soto’s access.')
    expect((await mailsTo(maria.email)).at(-1)?.subject).toMatch(/^You can no longer act for /)
    expect((await send(ana, endMyCaregiver, { params })).status).toBe(404)
    const again = await send(null, loginPatient, { body: { email: maria.email, password } })
    expect(again).toMatchObject({
      status: 400,
      body: { code: 'credentials', error: expect.stringMatching(/^Your access has ended/) },
    })
    const guessed = await send(null, loginPatient, { body: { email: maria.email, password: 'Wrong-fish-7!' } })
    expect(guessed).toMatchObject({ status: 400, body: { error: 'Failed to authenticate. Check credentials.' } })
  })

  test('who changes what is shared over a change in another window is told what counts now', async () => {
    const ana = await given.patient(project)
    const { caregiver: caregiver_id } = await accepted(ana)
    const opened = { areas: ['visits'], until: (await grantsOf(ana))[0]?.until }
    const save = (body: object) => send(ana, changeMyCaregiver, { params: { caregiver_id }, body })
    const other = { areas: ['visits', 'images'], until: inOneMonth }
    expect((await save({ ...other, from: opened })).status).toBe(200)
    expect(await save({ areas: ['money', 'visits'], until: inOneMonth, from: opened })).toMatchObject({
      status: 409,
      body: { error: 'You changed this in another window while you were editing.', code: 'stale', current: other },
    })
    expect(await grantsOf(ana)).toMatchObject([other])
    expect((await save({ areas: ['images', 'visits'], until: inOneMonth, from: opened })).status).toBe(200)
    expect((await save({ areas: ['money'], until: inOneMonth, from: other })).status).toBe(200)
    expect((await save({ areas: ['files'], until: inOneMonth })).status).toBe(200)
  })

  test.each([
    [{ areas: [] }, { areas: 'Please choose at least one' }],
    [{ areas: ['everything'] }, { 'areas.0': expect.any(String) }],
    [{ until: '2020-01-01' }, { until: 'Please choose today or a later day' }],
    [{ until: '2999-01-01' }, { until: 'Please choose a day within one year' }],
    [{ first_name: '' }, { first_name: 'First name is required' }],
    [{ relationship: ' ' }, { relationship: 'Please enter the relationship' }],
    [{ email: 'nobody' }, { email: 'Please enter a valid email address.' }],
  ])('is told what is wrong with %j', async (wrong, fields) => {
    const answer = await send(await given.patient(project), inviteMyCaregiver, { body: asked(wrong) })
    expect(answer).toMatchObject({ status: 400, body: { fields } })
  })

  test('does not invite the own address, nor anybody twice, and ten people at most', async () => {
    const ana = await given.patient(project)
    const own = await send(ana, inviteMyCaregiver, { body: asked({ email: ana.email }) })
    expect(own).toMatchObject({ status: 400, body: { fields: { email: expect.stringContaining('own address') } } })
    const maria = await accepted(ana)
    const twice = await send(ana, inviteMyCaregiver, { body: asked({ email: maria.email }) })
    expect(twice).toMatchObject({ status: 409, body: { code: 'accepted' } })
    for (let n = 1; n < 10; n++) await given.caregiver(ana)
    expect(await send(ana, inviteMyCaregiver, { body: asked() })).toMatchObject({
      status: 409,
      body: { code: 'full' },
    })
  })

  test('sees when an invitation could not be delivered, until it is sent again', async () => {
    const ana = await given.patient(project)
    const { email } = await invited(ana)
    expect(await grantsOf(ana)).toMatchObject([{ invite_failed: false }])
    await owner("update mail_outbox set status = 'failed' where $1 = any(to_addresses)", [email])
    expect(await grantsOf(ana)).toMatchObject([{ state: 'invited', invite_failed: true }])
    await invited(ana, { email })
    expect(await grantsOf(ana)).toMatchObject([{ invite_failed: false }])
  })

  test('sees when a restore held an invitation back, which says nothing of its address', async () => {
    const ana = await given.patient(project)
    const { email } = await invited(ana)
    expect(await grantsOf(ana)).toMatchObject([{ invite_failed: false, invite_held: false }])
    await owner("update mail_outbox set status = 'queued' where $1 = any(to_addresses)", [email])
    await owner(holdMail)
    expect(await grantsOf(ana)).toMatchObject([{ invite_failed: false, invite_held: true }])
    await invited(ana, { email })
    expect(await grantsOf(ana)).toMatchObject([{ invite_failed: false, invite_held: false }])
  })

  test('sees when the link of an invitation has expired, until it is sent again', async () => {
    const ana = await given.patient(project)
    const { email, secret } = await invited(ana)
    expect(await grantsOf(ana)).toMatchObject([{ state: 'invited', invite_expired: false }])
    await aged(secret)
    expect(await grantsOf(ana)).toMatchObject([{ state: 'invited', invite_expired: true }])
    const again = await invited(ana, { email })
    expect(await grantsOf(ana)).toMatchObject([{ invite_expired: false }])
    await owner('delete from invites where token_hash = $1', [hashSecret(again.secret)])
    expect(await grantsOf(ana)).toMatchObject([{ state: 'invited', invite_expired: true }])
    await accepted(ana)
    expect(await grantsOf(ana)).toContainEqual(expect.objectContaining({ state: 'active', invite_expired: false }))
  })

  test('has no hand in the caregivers of others', async () => {
    const [ana, ben] = [await given.patient(project), await given.patient(project)]
    const maria = await accepted(ana)
    const params = { caregiver_id: maria.caregiver }
    expect((await send(ben, endMyCaregiver, { params })).status).toBe(404)
    const body = { areas: ['money'], until: inOneMonth }
    expect((await send(ben, changeMyCaregiver, { params, body })).status).toBe(404)
    expect(await grantsOf(ben)).toEqual([])
    expect(await status(maria)).toBe(200)
  })
})

describe('an invitation', () => {
  test('works once, is replaced by a newer one, and expires', async () => {
    const ana = await given.patient(project)
    const first = await invited(ana)
    const again = await invited(ana, { email: first.email, areas: ['money'] })
    const codeOf = async (secret: string) =>
      (await send(null, checkInvite, { body: { invite_token: secret } })).body.code
    expect(await codeOf(first.secret)).toBe('invite_replaced')
    expect(await grantsOf(ana)).toMatchObject([{ areas: ['money'] }])
    await as(null).call(acceptInvite, { params: { token: again.secret }, body: { password } })
    expect(await codeOf(again.secret)).toBe('invite_used')
    const twice = await send(null, acceptInvite, { params: { token: again.secret }, body: { password } })
    expect(twice).toMatchObject({ status: 400, body: { code: 'invite_used' } })
    const late = await invited(ana)
    await aged(late.secret)
    const expired = await send(null, checkInvite, { body: { invite_token: late.secret } })
    expect(expired.body).toMatchObject({
      code: 'invite_expired',
      error: expect.stringMatching(/The person who invited you can send a new one\.$/),
    })
    const over = await invited(ana)
    await owner(`update caregivers set until = '2020-01-01' where email = $1`, [over.email])
    expect(await codeOf(over.secret)).toBe('invite_expired')
  })

  test('that was taken back, or whose record was deleted, is not found', async () => {
    const ana = await given.patient(project)
    const { secret } = await invited(ana)
    const [grant] = await grantsOf(ana)
    await as(ana).call(endMyCaregiver, { params: { caregiver_id: grant?.caregiver_id ?? '' } })
    const accept = { params: { token: secret }, body: { password } }
    expect(await send(null, acceptInvite, accept)).toMatchObject({ status: 400, body: { code: 'invite_unknown' } })
    const other = await invited(ana)
    await owner('update patients set deleted_at = now() where patient_id = $1', [ana.id])
    const body = { invite_token: other.secret }
    expect(await send(null, checkInvite, { body })).toMatchObject({ status: 400, body: { code: 'invite_unknown' } })
  })

  test('is accepted with an identity provider, which finishes it before the first session', async () => {
    const ana = await given.patient(project)
    const { secret } = await invited(ana)
    const email = anyEmail()
    asIdentity(email)
    const body = token()
    await as(null).call(verifyIdentity, { body: { ...body, invite_token: secret } })
    expect(await grantsOf(ana)).toMatchObject([{ state: 'invited' }])
    const response = await as(null).call(authenticatePatient, { body }, { headers: { project } })
    expect(response.acting).toMatchObject({ name: 'Maria Soto' })
    expect(await grantsOf(ana)).toMatchObject([{ state: 'active' }])
    expect(await seenBy(ana)).toEqual(['Maria Soto: Signed in'])
    const maria = { ...ana, token: response.access_token }
    expect(await as(maria).call(registerPatientGoogle, { body: { email } })).toMatchObject({ patient_id: ana.code })
    expect(await owner('select status, login_id from patients where patient_id = $1', [ana.id])).toEqual([
      { status: 'Accepted', login_id: ana.login },
    ])
    const later = token()
    expect((await as(null).call(authenticatePatient, { body: later })).acting).toEqual(response.acting)
    expect(await seenBy(ana)).toEqual(['Maria Soto: Signed in'])
  })

  test('does not make the patient, or somebody who helps already, a caregiver', async () => {
    const ana = await given.patient(project)
    const { secret, email } = await invited(ana)
    await owner('update logins set email = $2, email_key = $2 where login_id = $1', [ana.login, email])
    const accept = { params: { token: secret }, body: { password: ana.password } }
    expect(await send(null, acceptInvite, accept)).toMatchObject({ status: 409, body: { code: 'member' } })
    const maria = await given.caregiver(ana)
    const second = await invited(ana)
    await owner('update logins set email = $2, email_key = $2 where login_id = $1', [maria.login, second.email])
    const again = { params: { token: second.secret }, body: { password: ana.password } }
    expect(await send(null, acceptInvite, again)).toMatchObject({ status: 409, body: { code: 'member' } })
  })
})

describe('a caregiver’s session ends', () => {
  const living = async () => {
    const ana = await given.patient(project)
    const maria = await given.caregiver(ana)
    expect(await status(maria)).toBe(200)
    return { ana, maria }
  }
  test.each([
    ['with the last day at the site', `update caregivers set until = '2020-01-01' where caregiver_id = $1`],
    ['with the grant', `update caregivers set ended_at = now(), ended_by = 'clinic' where caregiver_id = $1`],
    [
      'when nobody has accepted it',
      `update caregivers set accepted_at = null, login_id = null where caregiver_id = $1`,
    ],
  ])('%s', async (_, statement) => {
    const { maria } = await living()
    await owner(statement, [maria.caregiver])
    expect(await status(maria)).toBe(401)
  })

  test('when the grant is another login’s', async () => {
    const { ana, maria } = await living()
    await owner('update caregivers set login_id = $2 where caregiver_id = $1', [
      maria.caregiver,
      (await given.patient(project)).login,
    ])
    expect(await status(maria)).toBe(401)
    expect(await status(ana)).toBe(200)
  })

  test('with the record, and does not come back with it', async () => {
    const { ana, maria } = await living()
    await as(admin).call(deletePatient, { params: { email: ana.email }, body: { reason: 'Asked for it' } })
    expect(await status(maria)).toBe(401)
    await owner('update patients set deleted_at = null where patient_id = $1', [ana.id])
    await owner('update caregivers set ended_at = null, ended_by = null where caregiver_id = $1', [maria.caregiver])
    expect(await status(maria)).toBe(401)
  })

  test('and until the last day is over at the site it goes on', async () => {
    const { maria } = await living()
    await owner(
      `update caregivers c set until = (now() at time zone j.time_zone)::date from projects j
        where j.project_id = c.project_id and caregiver_id = $1`,
      [maria.caregiver],
    )
    expect(await status(maria)).toBe(200)
  })
})

describe('a caregiver', () => {
  const cookieOf = (user: TestUser) => ({ cookies: { 'fornix-patient': user.refreshToken } })
  const act = (user: TestUser, caregiver_id: string, extra = cookieOf(user)) =>
    send(user, actFor, { body: { caregiver_id } }, extra)

  test('who is a patient, too, signs in as oneself, acts for another, and comes back', async () => {
    const [ana, ben] = [await given.patient(project), await given.patient(project)]
    const grant = await given.caregiver(ana, ['visits'], { login: ben.login })
    const own = await as(null).call(loginPatient, { body: ben })
    expect(own).toMatchObject({ acting: null, patient: { patient_id: ben.code } })
    expect(own.memberships.map(({ patient_name }) => patient_name)).toEqual(['', 'Ana Rivera'])

    expect((await send(ben, actFor, { body: { caregiver_id: grant.caregiver } })).status).toBe(401)
    const there = await act(ben, grant.caregiver)
    expect(there).toMatchObject({ status: 200, body: { acting: { name: 'Maria Soto' } } })
    expect(there.body.user_object.patient_id).toBe(ana.code)
    expect(await status(ben)).toBe(401)
    const refreshToken = there.cookies.find(({ name }) => name === 'fornix-patient')?.value ?? ''
    const acting = { ...ana, token: there.body.access_token, refreshToken }
    expect(await act(acting, grant.caregiver)).toMatchObject({ status: 409, body: { code: 'same_person' } })
    const back = await act(acting, '')
    expect(back.body).toMatchObject({ acting: null, user_object: { patient_id: ben.code } })
    expect(await seenBy(ana)).toEqual([])
  })

  test('acts for nobody who has not asked', async () => {
    const [ana, ben, cleo] = [await given.patient(project), await given.patient(project), await given.patient()]
    for (const other of [ana, cleo]) {
      const grant = await given.caregiver(other)
      expect((await act(ben, grant.caregiver)).status).toBe(404)
    }
  })

  test('has no own record to go back to, where there is none', async () => {
    expect((await act(await given.caregiver(await given.patient(project)), '')).status).toBe(404)
  })

  test('stops for good, of which the patient is told', async () => {
    const ana = await given.patient(project)
    const maria = await given.caregiver(ana)
    await as(maria).call(stopCaring, {})
    expect(await status(maria)).toBe(401)
    expect((await mailsTo(ana.email)).at(-1)?.body).toContain('Maria Soto stopped helping you')
    expect(await seenBy(ana)).toEqual(['Maria Soto: Removed someone’s permission to act for you'])
    expect((await send(ana, stopCaring)).status).toBe(404)
  })

  test('sees the own account, and does not move the patient’s address', async () => {
    const ana = await given.patient(project)
    const maria = await given.caregiver(ana, ['visits'], { email: 'maria@helpers.example' })
    expect(await as(maria).call(myAccount, {})).toMatchObject({
      email: 'maria@helpers.example',
      sign_in_email: 'maria@helpers.example',
    })
    expect((await send(maria, updateMyProfile, { body: { email: 'mine@helpers.example' } })).status).toBe(400)
    expect((await send(maria, updateMyProfile, { body: { city: 'Boston' } })).status).toBe(200)
  })

  test('is named in the trail, to the patient and to admins', async () => {
    const ana = await given.patient(project)
    const maria = await given.caregiver(ana, undefined, { email: 'm.soto@helpers.example' })
    await as(maria).call(listMyAppointments, {})
    const { entries } = await as(ana).call(getAccessLog, { query: {} })
    expect(entries).toMatchObject([{ who: 'Maria Soto', role: 'Caregiver', own: false }])
    const log = await as(admin).call(getAuditLog, { query: { patient: ana.code } })
    expect(log.entries.map(({ who }) => who)).toContain('Maria Soto (m.soto@helpers.example), for Ana Rivera')
    await send(maria, getAccessLog)
    const refused = await as(admin).call(getAuditLog, { query: { patient: ana.code, result: 'refused' } })
    expect(refused.entries[0]).toMatchObject({
      who: 'Maria Soto (m.soto@helpers.example), for Ana Rivera',
      detail: 'Only the patient may do that, not a caregiver',
    })
  })
})

describe('staff', () => {
  test('see who may act for a patient without an account, whom an admin invited, and end it', async () => {
    const ana = await invitedPatient()
    const params = { key: ana.code }
    const body = asked({ relationship: 'Father', areas: ['files', 'visits'] })
    await as(admin).call(inviteCaregiver, { params, body })
    const secret = await linkTo(body.email, 'invite')
    const { access_token } = await as(null).call(acceptInvite, { params: { token: secret }, body: { password } })
    const [grant] = (await as(nurse).call(listCaregivers, { params })).caregivers
    expect(grant).toMatchObject({ state: 'active', invited_by: expect.stringMatching(/./), areas: ['visits', 'files'] })
    const maria = { ...nurse, token: access_token }
    expect(await status(maria)).toBe(200)
    const named = { ...params, caregiver_id: grant?.caregiver_id ?? '' }
    const other = await given.patient(project)
    expect((await send(nurse, endCaregiver, { params: { ...named, key: other.code } })).status).toBe(404)
    await as(nurse).call(endCaregiver, { params: named })
    expect(await status(maria)).toBe(401)
    expect((await mailsTo(ana.email)).at(-1)?.body).toContain('Harbor Clinic removed Maria Soto’s access.')
  })
})
