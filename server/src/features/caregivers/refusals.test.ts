import {
  acceptInvite,
  actFor,
  authenticatePatient,
  bookMyAppointment,
  cancelMyAppointment,
  checkInvite,
  deletePatient,
  endMyCaregiver,
  getAuditLog,
  inviteCaregiver,
  inviteMyCaregiver,
  listCaregivers,
  listMyAppointments,
  listMyCaregivers,
  listNews,
  restorePatient,
  saveNotices,
  switchProject,
  updateMyProfile,
  verifyIdentity,
} from '@fornix/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { caringClinic } from '../../../test/caring-clinic.ts'
import type { TestUser } from '../../../test/given.ts'
import { password } from '../../../test/inviting-clinic.ts'
import { allShared, careScope, patientId, projectId } from '../../platform/database/scope.ts'

const clinic = await caringClinic()
const { given, as, send, owner, project, nurse, admin, anyEmail, mailsTo, linkTo, platform } = clinic
const asked = (more: object = {}) => clinic.asked({ areas: ['visits', 'files'], ...more })
const invite = (ana: TestUser, more: object = {}) => send(ana, inviteMyCaregiver, { body: asked(more) })
const accept = async (email: string, own = password) =>
  send(null, acceptInvite, { params: { token: await linkTo(email, 'invite') }, body: { password: own } })
const cookieOf = (user: TestUser) => ({ cookies: { 'fornix-patient': user.refreshToken } })

describe('the clinic', () => {
  test('invites by an admin alone, and for a record that nobody signs in to', async () => {
    const params = { key: (await clinic.invitedPatient()).code }
    expect((await send(nurse, inviteCaregiver, { params, body: asked() })).status).toBe(403)
    expect((await as(nurse).call(listCaregivers, { params })).has_account).toBe(false)
    await as(admin).call(inviteCaregiver, { params, body: asked() })
    const own = { key: (await given.patient(project)).code }
    expect((await as(nurse).call(listCaregivers, { params: own })).has_account).toBe(true)
    expect(await send(admin, inviteCaregiver, { params: own, body: asked() })).toMatchObject({
      status: 409,
      body: { code: 'own_account', error: 'This patient has an account and can invite people to help.' },
    })
  })

  test('leaves alone an invitation that the patient sent', async () => {
    const ana = await given.patient(project)
    const email = anyEmail()
    await invite(ana, { email, areas: ['visits'] })
    await owner('update patients set login_id = null where patient_id = $1', [ana.id])
    const params = { key: ana.code }
    expect(await send(admin, inviteCaregiver, { params, body: asked({ email, areas: ['money'] }) })).toMatchObject({
      status: 409,
      body: { code: 'of_patient' },
    })
    expect((await as(nurse).call(listCaregivers, { params })).caregivers).toMatchObject([{ areas: ['visits'] }])
  })

  test('is refused the patient’s own address, also where nobody signs in with it', async () => {
    const { code, email } = await clinic.invitedPatient()
    const answer = await send(admin, inviteCaregiver, { params: { key: code }, body: asked({ email }) })
    expect(answer).toMatchObject({ status: 400, body: { fields: { email: expect.stringContaining('own address') } } })
  })
})

describe('somebody of the staff is no caregiver', () => {
  const refused = { status: 400, body: { fields: { email: expect.stringContaining('works or has worked') } } }

  test('at the invitation, by the address or the login, also after leaving', async () => {
    const ana = await given.patient(project)
    const physician = await given.staff('Physician', project)
    expect(await invite(ana, { email: physician.email })).toMatchObject(refused)
    await owner('update providers set deleted_at = now() where provider_id = $1', [physician.id])
    expect(await invite(ana, { email: physician.email.toUpperCase() })).toMatchObject(refused)
    const private_ = anyEmail()
    await owner('update logins set email = $2, email_key = $2 where login_id = $1', [physician.login, private_])
    expect(await invite(ana, { email: private_ })).toMatchObject(refused)
    const elsewhere = await given.staff('Nurse')
    expect((await invite(ana, { email: elsewhere.email })).status).toBe(200)
  })

  test('when accepting with a password', async () => {
    const ana = await given.patient(project)
    const physician = await given.staff('Physician', project)
    const email = anyEmail()
    await invite(ana, { email })
    await owner('update logins set email = $2, email_key = $2 where login_id = $1', [physician.login, email])
    await owner('update providers set deleted_at = now() where provider_id = $1', [physician.id])
    expect(await accept(email, physician.password)).toMatchObject({ status: 409, body: { code: 'is_staff' } })
    expect((await as(ana).call(listMyCaregivers, {})).caregivers).toMatchObject([{ state: 'invited' }])
  })

  test('when accepting with an identity provider, under an address of the staff', async () => {
    const ana = await given.patient(project)
    const { email: work } = await clinic.invitedOperator()
    const email = anyEmail()
    await invite(ana, { email })
    clinic.asIdentity(work)
    const body = clinic.token()
    await send(null, verifyIdentity, { body: { ...body, invite_token: await linkTo(email, 'invite') } })
    const answer = await send(null, authenticatePatient, { body }, { headers: { project } })
    expect(answer).toMatchObject({ status: 409, body: { code: 'is_staff' } })
  })
})

test('somebody of the staff is no caregiver by a connected identity either, whatever its address', async () => {
  const ana = await given.patient(project)
  const physician = await given.staff('Physician', project)
  await owner('update logins set email = $2, email_key = $2 where login_id = $1', [physician.login, anyEmail()])
  await owner('insert into identities (issuer, subject, login_id) values ($1, $2, $3)', [
    platform.identity.issuer,
    'a physician',
    physician.login,
  ])
  const email = anyEmail()
  await invite(ana, { email })
  clinic.asIdentity(anyEmail(), 'a physician')
  const body = { ...clinic.token(), invite_token: await linkTo(email, 'invite') }
  expect(await send(null, verifyIdentity, { body })).toMatchObject({ status: 409, body: { code: 'is_staff' } })
})

test('admins read the address of a caregiver in the trail', async () => {
  const ana = await given.patient(project)
  const maria = await given.caregiver(ana, ['visits'], { email: 'maria.soto@helpers.example' })
  await as(maria).call(listMyAppointments, {})
  const log = await as(admin).call(getAuditLog, { query: { patient: ana.code } })
  expect(log.entries.map(({ who }) => who)).toContain('Maria Soto (maria.soto@helpers.example), for Ana Rivera')
})

test('a patient is told of every invitation, in the own language, and of the areas when it is accepted', async () => {
  const ana = await given.patient(project)
  const email = anyEmail()
  await invite(ana, { email })
  const [told] = await mailsTo(ana.email)
  expect(told?.subject).toBe('Maria Soto was invited to act for you')
  for (const part of ['Maria Soto', email, '- Visits and forms', '- Files and messages', '/account', 'If this was not'])
    expect(told?.body).toContain(part)
  await invite(ana, { email, areas: ['money'] })
  await accept(email)
  expect((await mailsTo(ana.email)).map(({ subject }) => subject)).toEqual([
    'Maria Soto was invited to act for you',
    'Maria Soto was invited to act for you',
    'Maria Soto can now act for you',
  ])
  expect((await mailsTo(ana.email)).at(-1)?.body).toContain('- Reimbursement requests')

  const luz = await given.patient(project)
  await owner(`update patients set language = 'es' where patient_id = $1`, [luz.id])
  await invite(luz)
  const [spanish] = await mailsTo(luz.email)
  expect(spanish?.subject).toBe('Maria Soto recibió una invitación para actuar en su nombre')
  expect(spanish?.body).toContain('- Citas y formularios')

  const child = await clinic.invitedPatient()
  await as(admin).call(inviteCaregiver, { params: { key: child.code }, body: asked() })
  expect((await mailsTo(child.email)).at(-1)?.subject).toBe('Maria Soto was invited to act for you')
})

test('what a caregiver does with visits is always told, and is news', async () => {
  const ana = await given.patient(project)
  const maria = await given.caregiver(ana, ['visits'])
  await as(ana).call(saveNotices, { body: { email_off: ['own_visits'], push_on: [] } })
  await as(maria).call(bookMyAppointment, { body: { start: '2032-04-07T16:00:00Z' } })
  expect(await mailsTo(ana.email)).toHaveLength(1)
  expect((await as(ana).call(listNews, { query: {} })).news).toMatchObject([{ kind: 'visit', status: 'booked' }])
  await as(maria).call(cancelMyAppointment, {
    params: { id: (await as(ana).call(listMyAppointments, {})).appointments[0]?.id ?? '' },
  })
  expect(await mailsTo(ana.email)).toHaveLength(2)
  expect((await as(ana).call(listNews, { query: {} })).news).toMatchObject([{ kind: 'visit', status: 'cancelled' }])
})

describe('who the patient is', () => {
  test.each([{ first_name: 'Xena' }, { last_name: '' }, { dob: '01-02-1990' }, { email: 'maria@elsewhere.example' }])(
    'is not a caregiver’s to change: %j',
    async (body) => {
      const ana = await given.patient(project)
      const maria = await given.caregiver(ana, ['visits'])
      const [name = ''] = Object.keys(body)
      expect(await send(maria, updateMyProfile, { body: { ...body, city: 'Boston' } })).toMatchObject({
        status: 400,
        body: { fields: { [name]: 'Only the patient or the clinic can change this.' } },
      })
      const same = { first_name: 'Ana', last_name: 'Rivera', email: ana.email, city: 'Boston' }
      expect((await send(maria, updateMyProfile, { body: same })).status).toBe(200)
      expect((await send(ana, updateMyProfile, { body: { first_name: 'Anna' } })).status).toBe(200)
    },
  )
})

test('the database keeps a caregiver from choosing of what the patient is told', async () => {
  const ana = await given.patient(project)
  const maria = await given.caregiver(ana)
  const write = (care: typeof allShared) =>
    platform.database.scoped({ project: projectId(project), patient: patientId(ana.id), care }, (db) =>
      sql`insert into notice_choices (project_id, patient_id, email_off) values (${project}, ${ana.id}, '{reminders}')
          on conflict (project_id, patient_id) do update set email_off = '{messages}'`.execute(db),
    )
  const scope = careScope(maria.caregiver, maria.login, ['visits', 'files', 'images', 'money'])
  await expect(write(scope)).rejects.toThrow(/row-level security/)
  await write(allShared)
  await expect(write(scope)).rejects.toThrow(/row-level security/)
})

test('ten invitations a day and record, and those that ended count', async () => {
  const ana = await given.patient(project)
  for (let n = 0; n < 10; n++) {
    expect((await invite(ana)).status).toBe(200)
    for (const { caregiver_id } of (await as(ana).call(listMyCaregivers, {})).caregivers)
      await as(ana).call(endMyCaregiver, { params: { caregiver_id } })
  }
  const more = await invite(ana)
  expect(more).toMatchObject({ status: 409, body: { code: 'too_many_invitations' } })
  await owner(`update invites set created_at = created_at - interval '1 day' where project_id = $1`, [project])
  expect((await invite(ana)).status).toBe(200)
})

describe('a change of project', () => {
  test('leads to no record that somebody else shared', async () => {
    const other = await given.project()
    const ben = await given.patient(project)
    const grant = await given.caregiver(await given.patient(other), ['visits'], { login: ben.login })
    expect((await send(ben, switchProject, { body: { project: other } }, cookieOf(ben))).status).toBe(404)
    const answer = await send(ben, actFor, { body: { caregiver_id: grant.caregiver } }, cookieOf(ben))
    expect(answer).toMatchObject({ status: 200, body: { project: other } })
  })

  test('leaves a row in the trail of the project that it leads to', async () => {
    const other = await given.project()
    const ben = await given.patient(project)
    const there = await given.patient(other, { login_id: ben.login })
    await as(ben).call(switchProject, { body: { project: other } }, cookieOf(ben))
    const rows = await owner(
      `select actor_role, patient_id from audit_events where project_id = $1 and action = 'session.start' and actor_id = $2`,
      [other, there.id],
    )
    expect(rows).toEqual([{ actor_role: 'Patient', patient_id: there.id }])
  })
})

test('a record that comes back comes back without who helped', async () => {
  const ana = await given.patient(project)
  const maria = await given.caregiver(ana)
  const email = anyEmail()
  await invite(ana, { email })
  const secret = await linkTo(email, 'invite')
  await as(admin).call(deletePatient, { params: { email: ana.email }, body: { reason: 'Asked for it' } })
  await as(admin).call(restorePatient, { params: { patient_id: ana.code } })
  expect((await as(nurse).call(listCaregivers, { params: { key: ana.code } })).caregivers).toEqual([])
  expect(await send(null, checkInvite, { body: { invite_token: secret } })).toMatchObject({ status: 400 })
  expect(await owner('select ended_by from caregivers where caregiver_id = $1', [maria.caregiver])).toEqual([
    { ended_by: 'clinic' },
  ])
  const open = await owner(
    `select i.invite_id from invites i join caregivers c on c.caregiver_id = i.caregiver_id
      where c.patient_id = $1 and i.replaced_at is null`,
    [ana.id],
  )
  expect(open).toEqual([])
})
