import {
  approveScanRequest,
  declineScanRequest,
  listMyScans,
  listOpenAccess,
  listScans,
  type RefusalGround,
  requestAccess,
  revokeScanAccess,
  saveProjectSettings,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { authorizationIn } from '../../../test/authorization.ts'
import type { TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'

const { as, given, send, owner } = await testApp()
const { sign } = authorizationIn({ as, given })

const scanOf = async (patient: TestUser) =>
  (await as(patient).call(listMyScans, { params: { key: patient.code }, query: {} })).scans[0]
const setOwn = (admin: TestUser, own_images_open: boolean) =>
  as(admin).call(saveProjectSettings, { body: { own_images_open } })
/** A patient with a scan, in a project that opens it without a request. */
const opened = async () => {
  const ana = await given.patient()
  const adam = await given.staff('Admin', ana.project)
  const uid = await given.study({ project: ana.project, patient: ana.id, date: '20260214' })
  await setOwn(adam, true)
  return { ana, adam, uid }
}
const signAndAsk = async (patient: TestUser, study_id: string) => {
  await sign(patient, { study_id })
  return send(patient, requestAccess, { body: { studyId: study_id } })
}
const named = (patient: TestUser, studyId: string) => ({ email: patient.email, studyId, reason: 'Of another person' })
const revoke = (admin: TestUser, patient: TestUser, studyId: string) =>
  send(admin, revokeScanAccess, { body: named(patient, studyId) })

test('own images are open without a request, for nobody else, and closed again with the setting', async () => {
  const { ana, adam, uid } = await opened()
  const ben = await given.patient(ana.project)
  const bens = await given.study({ project: ana.project, patient: ben.id, date: '20260301' })

  expect(await scanOf(ana)).toMatchObject({
    study_UID: uid,
    view_access: true,
    request_status: 'none',
    seriesId: `${uid}.1`,
    access_until: null,
  })
  expect(await as(ana).call(listMyScans, { params: { key: ana.code }, query: {} })).toMatchObject({ total: 1 })
  expect(await as(adam).call(listScans, { params: { key: ana.code }, query: {} })).toMatchObject({
    scans: [{ access: 'approved', access_until: null }],
  })
  expect((await as(adam).call(listOpenAccess, { query: {} })).open).toMatchObject([
    { studyId: bens, form_file_id: null, access_until: null },
    { studyId: uid, form_file_id: null, access_until: null },
  ])

  await setOwn(adam, false)
  expect(await scanOf(ana)).toMatchObject({ view_access: false, seriesId: null })
  expect(await as(adam).call(listOpenAccess, { query: {} })).toMatchObject({ open: [], total: 0 })
})

test('a page of open scans past the last one still says how many are open', async () => {
  const { ana, adam, uid } = await opened()
  const ben = await given.patient(ana.project)
  for (let day = 1; day <= 10; day++)
    await given.study({ project: ana.project, patient: ben.id, date: `202603${String(day).padStart(2, '0')}` })
  const last = () => as(adam).call(listOpenAccess, { query: { page: 2, page_size: 10 } })
  expect(await last()).toMatchObject({ total: 11, total_pages: 2, open: [{ studyId: uid }] })
  expect((await revoke(adam, ana, uid)).status).toBe(200)
  expect(await last()).toEqual({ total: 10, total_pages: 1, open: [] })
})

test('a form is kept, and asks for nothing: the images are open already', async () => {
  const { ana, uid } = await opened()
  expect(await signAndAsk(ana, uid)).toMatchObject({ status: 409, body: { code: 'open' } })
  expect(await owner('select from access_requests where patient_id = $1', [ana.id])).toEqual([])
})

test('an admin closes one scan with a reason: the patient reads it, gets an email, and may ask with a form', async () => {
  const { ana, adam, uid } = await opened()
  expect(await revoke(adam, ana, uid)).toMatchObject({ status: 200 })
  expect(await scanOf(ana)).toMatchObject({
    view_access: false,
    request_status: 'revoked',
    reason: 'Of another person',
    seriesId: null,
  })
  const mails = await owner('select subject from mail_outbox where patient_id = $1 and subject like $2', [
    ana.id,
    'Access to a scan has ended%',
  ])
  expect(mails).toHaveLength(1)
  expect(await revoke(adam, ana, uid)).toMatchObject({ status: 200 })

  expect(await signAndAsk(ana, uid)).toMatchObject({ status: 200 })
  expect(await scanOf(ana)).toMatchObject({ view_access: false, request_status: 'pending' })
  await as(adam).call(approveScanRequest, { body: named(ana, uid) })
  expect(await scanOf(ana)).toMatchObject({ view_access: true })
})

test('a scan closed without a request names none, to its patient and to a caregiver', async () => {
  const { ana, adam, uid } = await opened()
  await revoke(adam, ana, uid)
  const none = { request_status: 'revoked', requested_at: null, asked_by_other: false }
  expect(await scanOf(ana)).toMatchObject({ ...none, decided_at: expect.any(String), reason: 'Of another person' })
  expect(await scanOf(await given.caregiver(ana, ['images']))).toMatchObject({ ...none, reason: '' })
  await signAndAsk(ana, uid)
  expect(await scanOf(ana)).toMatchObject({ request_status: 'pending', requested_at: expect.any(String) })
})

test('what an approval opened before is closed with it', async () => {
  const { ana, adam, uid } = await opened()
  await setOwn(adam, false)
  await signAndAsk(ana, uid)
  await as(adam).call(approveScanRequest, { body: named(ana, uid) })
  await setOwn(adam, true)

  expect(await scanOf(ana)).toMatchObject({ view_access: true, access_until: null })
  await revoke(adam, ana, uid)
  expect(await scanOf(ana)).toMatchObject({ view_access: false, request_status: 'revoked' })
  await setOwn(adam, false)
  expect(await scanOf(ana)).toMatchObject({ view_access: false })
})

test('a scan that is not open cannot be closed, nor one of another project', async () => {
  const { ana, adam, uid } = await opened()
  const stranger = await given.staff('Admin')
  await setOwn(stranger, true)
  expect(await revoke(stranger, ana, uid)).toMatchObject({ status: 404 })
  await setOwn(adam, false)
  expect(await revoke(adam, ana, uid)).toMatchObject({ status: 404 })
})

test.each<[RefusalGround, boolean]>([
  ['danger', false],
  ['form_incomplete', true],
  ['not_held', true],
])('after a decline for %s the setting opens the scan: %s', async (ground, isOpen) => {
  const { ana, adam, uid } = await opened()
  await setOwn(adam, false)
  await signAndAsk(ana, uid)
  await as(adam).call(declineScanRequest, { body: { ...named(ana, uid), ground } })
  await setOwn(adam, true)
  expect(await scanOf(ana)).toMatchObject({ view_access: isOpen })
})

test('a scan that an admin closed stays closed when a later request is declined for its form', async () => {
  const { ana, adam, uid } = await opened()
  await revoke(adam, ana, uid)
  await signAndAsk(ana, uid)
  await as(adam).call(declineScanRequest, { body: { ...named(ana, uid), ground: 'form_incomplete' } })
  expect(await scanOf(ana)).toMatchObject({ view_access: false, request_status: 'declined' })
})
