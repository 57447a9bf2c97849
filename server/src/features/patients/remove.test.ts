import {
  approveScanRequest,
  bookMyAppointment,
  deletePatient,
  downloadDocument,
  downloadForm,
  getAdminProfile,
  getPatientInfo,
  listAppointments,
  listDocuments,
  listMyScans,
  listOpenAccess,
  listPatients,
  listScans,
  listSlots,
  loginPatient,
  openStudy,
  refreshPatient,
  restorePatient,
  sendInvitation,
  uploadMyDocument,
  verifyPatientToken,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { authorizationIn } from '../../../test/authorization.ts'
import { smallPdf, type TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'

const { as, given, send, owner } = await testApp()
const { sign, requested } = authorizationIn({ as, given })
const setting = async () => {
  const ana = await given.patient()
  const nora = await given.staff('Nurse', ana.project)
  const ada = await given.staff('Admin', ana.project)
  return { ana, nora, ada }
}
const remove = (by: TestUser, { email }: TestUser, reason?: string) =>
  send(by, deletePatient, { params: { email }, body: reason === undefined ? {} : { reason } })
const restore = (by: TestUser, { code }: TestUser) => send(by, restorePatient, { params: { patient_id: code } })
const listed = async (by: TestUser, query: object = {}) =>
  (await as(by).call(listPatients, { query })).patients.map(({ patient_id }) => patient_id)
const start = '2032-03-10T16:00:00Z'
const pdf = { file: { name: 'Letter.pdf', bytes: smallPdf() } }

test('a deleted patient is out of the list, the search and the total, and an admin finds the record among the deleted', async () => {
  const { ana, nora, ada } = await setting()
  const bea = await given.patient(ana.project, { last_name: 'Bell' })

  expect((await remove(nora, ana, 'Twice in the list')).status).toBe(200)

  expect(await listed(nora)).toEqual([bea.code])
  expect(await listed(nora, { searchQuery: 'rivera' })).toEqual([])
  expect(await listed(ada, { deleted: 'true' })).toEqual([ana.code])
  expect(await listed(ada, { deleted: 'true', searchQuery: 'bell' })).toEqual([])
  expect((await send(nora, listPatients, { query: { deleted: 'true' } })).status).toBe(403)
})

test('a live session ends at once, and no door opens again', async () => {
  const { ana, nora } = await setting()
  expect((await send(ana, verifyPatientToken)).status).toBe(200)

  await remove(nora, ana)

  expect((await send(ana, verifyPatientToken)).status).toBe(401)
  expect((await send(null, refreshPatient, {}, { cookies: { 'fornix-patient': ana.refreshToken } })).status).toBe(401)
  const body = { email: ana.email, password: ana.password }
  expect((await send(null, loginPatient, { body })).body).toMatchObject({
    error: 'Failed to authenticate. Check credentials.',
  })
})

test('a session that began beside the deletion is dead, and a restore does not revive it', async () => {
  const { ana, nora, ada } = await setting()
  await remove(nora, ana)
  await owner('update sessions set revoked_at = null where session_id = $1', [ana.session])

  expect((await send(ana, verifyPatientToken)).status).toBe(401)
  await restore(ada, ana)
  expect((await send(ana, verifyPatientToken)).status).toBe(401)
})

test('the record, its files, forms, scans and images are there for nobody any more', async () => {
  const { ana, nora } = await setting()
  const params = { key: ana.code }
  const { file_id } = await as(ana).call(uploadMyDocument, { params }, pdf)
  const form = await sign(ana)
  const uid = await given.study({ project: ana.project, patient: ana.id })
  const reach = () =>
    Promise.all([
      send(nora, getPatientInfo, { params }),
      send(nora, listDocuments, { params, query: {} }),
      send(nora, downloadDocument, { params: { file_id } }),
      send(nora, downloadForm, { params: { file_id: form.file_id } }),
      send(nora, listScans, { params, query: {} }),
      send(nora, listAppointments, { params }),
      send(nora, openStudy, { params: { study: uid } }),
    ])
  expect(new Set((await reach()).map(({ status }) => status))).toEqual(new Set([200]))

  await remove(nora, ana)

  expect(new Set((await reach()).map(({ status }) => status))).toEqual(new Set([404]))
})

test('appointments ahead are given up, waiting requests declined and open scans closed, also after a restore', async () => {
  const { ana, nora, ada } = await setting()
  const [open] = [await requested(ana), await requested(ana)]
  await as(ada).call(approveScanRequest, { body: { email: ana.email, studyId: open } })
  await as(ana).call(bookMyAppointment, { body: { start } })

  await remove(nora, ana)
  await restore(ada, ana)

  const body = { email: ana.email, password: ana.password }
  const { access_token } = (await send(null, loginPatient, { body })).body as { access_token: string }
  const { scans } = await as({ ...ana, token: access_token }).call(listMyScans, {
    params: { key: ana.code },
    query: {},
  })
  expect(scans.map(({ view_access, request_status }) => [view_access, request_status]).sort()).toEqual([
    [false, 'declined'],
    [false, 'revoked'],
  ])
  expect((await as(ada).call(getAdminProfile, { body: {} })).admin.pending_requests).toEqual([])
  expect((await as(ada).call(listOpenAccess, { query: {} })).total).toBe(0)
  const { appointments } = await as(nora).call(listAppointments, { params: { key: ana.code } })
  expect(appointments.map(({ status }) => status)).toEqual(['cancelled'])
  const query = { from: '2032-03-10', to: '2032-03-10' }
  const { slots } = await as(nora).call(listSlots, { params: { key: ana.code }, query })
  expect(slots.map((slot) => slot.start)).toContain('2032-03-10T16:00:00.000Z')
})

test('a visit ahead is canceled with the email and calendar entry of any other, and its reminder does not leave', async () => {
  const { ana, nora } = await setting()
  await as(ana).call(bookMyAppointment, { body: { start } })
  const [visit] = await owner<{ id: string; sequence: number }>(
    'select appointment_id as id, sequence from appointments where patient_id = $1',
    [ana.id],
  )
  await owner(
    `insert into mail_outbox (project_id, mail_id, patient_id, to_addresses, cc, bcc, subject, body, idempotency_key)
     values ($1, gen_random_uuid(), $2, $3, '{}', '{}', 'Reminder', '', $4)`,
    [ana.project, ana.id, [ana.email], `reminder:${visit?.id}:${visit?.sequence}`],
  )

  await remove(nora, ana)
  await remove(nora, ana)

  const mails = await owner<{ subject: string; body: string; calendar: string; status: string }>(
    'select subject, body, calendar, status from mail_outbox where patient_id = $1 order by created_at, subject',
    [ana.id],
  )
  expect(mails.filter(({ subject }) => subject === 'Reminder')).toMatchObject([{ status: 'failed' }])
  const canceled = mails.filter(({ subject }) => subject.endsWith('has been canceled'))
  expect(canceled).toMatchObject([
    { status: expect.stringMatching(/queued|sen/), calendar: expect.stringContaining('METHOD:CANCEL') },
  ])
  // The account is gone.
  expect(canceled[0]?.body).not.toContain('Book another time')
  expect(await owner('select from taken_slots where appointment_id = $1', [visit?.id])).toEqual([])
})

test('a visit that began early is no news to who is there', async () => {
  const { ana, nora } = await setting()
  await as(ana).call(bookMyAppointment, { body: { start } })
  await owner(
    `insert into visit_steps (project_id, step_id, appointment_id, patient_id, starts_at, status, made_by, made_name)
     select project_id, gen_random_uuid(), appointment_id, patient_id, starts_at, 'started', $2, 'Nora' from appointments where patient_id = $1`,
    [ana.id, nora.id],
  )
  await remove(nora, ana)
  const mails = await owner<{ subject: string }>('select subject from mail_outbox where patient_id = $1', [ana.id])
  expect(mails.filter(({ subject }) => subject.endsWith('has been canceled'))).toEqual([])
})

test('a restored record has everything but its old sessions', async () => {
  const { ana, nora, ada } = await setting()
  const params = { key: ana.code }
  const { file_id } = await as(ana).call(uploadMyDocument, { params }, pdf)
  await remove(nora, ana)

  expect((await restore(ada, ana)).status).toBe(200)
  expect((await restore(ada, ana)).status).toBe(200)

  expect(await listed(nora, { searchQuery: 'rivera' })).toEqual([ana.code])
  expect((await send(nora, downloadDocument, { params: { file_id } })).status).toBe(200)
  expect((await send(ana, verifyPatientToken)).status).toBe(401)
  expect((await send(null, loginPatient, { body: { email: ana.email, password: ana.password } })).status).toBe(200)
})

test('a deletion and a restore are in the audit trail, with the reason', async () => {
  const { ana, nora, ada } = await setting()
  await remove(nora, ana, 'Asked for it by phone')
  await restore(ada, ana)
  const rows = await owner(
    "select actor_id, action, object_id from audit_events where patient_id = $1 and action in ('patient.delete', 'patient.restore') order by at",
    [ana.id],
  )

  expect(rows).toEqual([
    { actor_id: nora.id, action: 'patient.delete', object_id: 'Asked for it by phone' },
    { actor_id: ada.id, action: 'patient.restore', object_id: '' },
  ])
})

test('a second click deletes nobody else, and is no error', async () => {
  const { ana, nora } = await setting()
  await remove(nora, ana)

  expect((await remove(nora, ana)).status).toBe(200)
})

test('who was invited again under the same address keeps it: the old record stays deleted', async () => {
  const { ana, nora, ada } = await setting()
  await remove(nora, ana)
  const body = { first_name: 'Ana', last_name: 'Rivera', email: ana.email }
  await as(nora).call(sendInvitation, { body })

  expect((await restore(ada, ana)).body).toMatchObject({
    error: 'Another patient in this project now has this email address.',
  })
  expect(await listed(ada, { deleted: 'true' })).toEqual([ana.code])
})

test('a number that somebody else has by now, and a second record of the same person, are told', async () => {
  const nora = await given.staff('Nurse')
  const ada = await given.staff('Admin', nora.project)
  const [ana, bea] = [
    await given.patient(nora.project, { mrn_number: 'MRN-1' }),
    await given.patient(nora.project, { last_name: 'Bell' }),
  ]
  await remove(nora, ana)
  await remove(nora, bea)
  await given.patient(nora.project, { mrn_number: 'MRN-1' })
  const other = await given.patient(nora.project)
  await owner('update patients set login_id = $1 where patient_id = $2', [bea.login, other.id])

  expect((await restore(ada, ana)).body).toMatchObject({
    error: 'Another patient in this project now has this MRN number.',
  })
  expect((await restore(ada, bea)).body).toMatchObject({
    error: 'This person now has another record in this project.',
  })
})

test('only staff of the project delete, and only its admins restore', async () => {
  const { ana, nora, ada } = await setting()
  const bea = await given.patient(ana.project)
  const stranger = await given.staff('SuperAdmin')

  expect((await remove(bea, ana)).status).toBe(403)
  expect((await remove(stranger, ana)).status).toBe(404)
  expect(
    (await send(nora, deletePatient, { params: { email: ana.email }, body: { reason: 'x'.repeat(201) } })).status,
  ).toBe(400)
  await remove(nora, ana)
  expect((await restore(nora, ana)).status).toBe(403)
  expect((await restore(stranger, ana)).status).toBe(404)
  expect(await listed(ada, { deleted: 'true' })).toEqual([ana.code])
})
