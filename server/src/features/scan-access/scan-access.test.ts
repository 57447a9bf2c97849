import {
  approveScanRequest,
  declineScanRequest,
  downloadForm,
  getAdminProfile,
  listMyScans,
  listOpenAccess,
  listScans,
  readForm,
  requestAccess,
  revokeScanAccess,
  uploadForm,
} from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import { smallPdf, type TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'

const { as, send, given, owner } = await testApp()
const project = await given.project()
const admin = await given.staff('Admin', project)
const nurse = await given.staff('Nurse', project)
const foreignAdmin = await given.staff('Admin')

const withStudy = async () => {
  const patient = await given.patient(project)
  return { patient, study: await given.study({ project, patient: patient.id }) }
}
const sign = (patient: TestUser, body: Record<string, string> = {}, bytes = smallPdf()) =>
  as(patient).call(uploadForm, { params: { key: patient.code }, body }, { file: { name: 'AuthorizationForm', bytes } })
const ask = (patient: TestUser, studyId: string) => send(patient, requestAccess, { body: { studyId } })
const scanOf = async (patient: TestUser) =>
  (await as(patient).call(listMyScans, { params: { key: patient.email }, query: {} })).scans[0]
const naming = (patient: TestUser, studyId: string, reason?: string) => ({
  body: { email: patient.email, firstname: 'X', lastname: 'Y', studyId, ...(reason ? { reason } : {}) },
})
const requested = async () => {
  const given = await withStudy()
  await sign(given.patient, { study_id: given.study })
  expect((await ask(given.patient, given.study)).status).toBe(200)
  return given
}

describe('asking', () => {
  test('a closed scan is listed without its series, an open one with it', async () => {
    const { patient, study } = await requested()
    expect(await scanOf(patient)).toMatchObject({
      study_UID: study,
      view_access: false,
      seriesId: null,
      request_status: 'pending',
    })
    await as(admin).call(approveScanRequest, naming(patient, study))
    expect(await scanOf(patient)).toMatchObject({
      view_access: true,
      seriesId: `${study}.1`,
      request_status: 'approved',
    })
    const { scans } = await as(nurse).call(listScans, { params: { key: patient.code }, query: {} })
    expect(scans).toEqual([
      expect.objectContaining({ study_UID: study, seriesId: `${study}.1`, study_date: '20260910' }),
    ])
  })

  test('needs a signed form for this study, or an unused one that names none', async () => {
    const { patient, study } = await withStudy()
    expect(await ask(patient, study)).toMatchObject({ status: 400, body: { code: 'no_form' } })
    await sign(patient, { study_id: '1.2.3' })
    expect((await ask(patient, study)).status).toBe(400)
    await sign(patient)
    expect((await ask(patient, study)).status).toBe(200)
    const second = await given.study({ project, patient: patient.id })
    expect((await ask(patient, second)).status).toBe(400)
  })

  test('twice at once makes one request, an open scan none, a neighbour’s is not found', async () => {
    const { patient, study } = await withStudy()
    await sign(patient, { study_id: study })
    const statuses = (await Promise.all([ask(patient, study), ask(patient, study)])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409])
    const other = await withStudy()
    expect((await ask(other.patient, study)).status).toBe(404)
    await as(admin).call(approveScanRequest, naming(patient, study))
    expect(await ask(patient, study)).toMatchObject({ status: 409, body: { code: 'open' } })
  })

  test('who asks is the session’s patient, whatever the body says', async () => {
    const { patient, study } = await withStudy()
    const other = await withStudy()
    await sign(patient, { study_id: study })
    const body = { studyId: study, email: other.patient.email, patient_id: other.patient.code, firstname: 'Eve' }
    await send(patient, requestAccess, { body })
    const { admin: profile } = await as(admin).call(getAdminProfile, { body: {} })
    const found = profile.pending_requests.filter(({ studyId }) => studyId === study)
    expect(found).toEqual([
      expect.objectContaining({ email: patient.email, firstname: 'Ana', patient_id: patient.code }),
    ])
  })
})

describe('deciding', () => {
  test('only a pending request of the own project is approved; a second approval changes nothing', async () => {
    const { patient, study } = await requested()
    expect((await send(foreignAdmin, approveScanRequest, naming(patient, study))).status).toBe(404)
    expect((await send(admin, approveScanRequest, naming(patient, '1.2.3'))).status).toBe(404)
    for (let n = 0; n < 2; n++) await as(admin).call(approveScanRequest, naming(patient, study))
    const mails = await owner('select subject from mail_outbox where $1 = any(to_addresses)', [patient.email])
    expect(mails).toHaveLength(1)
    const { open } = await as(admin).call(listOpenAccess, { query: {} })
    expect(open.map(({ studyId }) => studyId)).toContain(study)
  })

  test('a decline needs a reason, which the patient reads; then they may ask again', async () => {
    const { patient, study } = await requested()
    expect((await send(admin, declineScanRequest, naming(patient, study))).status).toBe(400)
    await as(admin).call(declineScanRequest, {
      body: { ...naming(patient, study).body, reason: 'The date is missing' },
    })
    expect(await scanOf(patient)).toMatchObject({
      request_status: 'declined',
      reason: 'The date is missing',
      view_access: false,
    })
    expect((await send(admin, approveScanRequest, naming(patient, study))).status).toBe(409)
    expect((await ask(patient, study)).status).toBe(200)
  })

  test('a revoked access ends at once, with a reason', async () => {
    const { patient, study } = await requested()
    expect((await send(admin, revokeScanAccess, naming(patient, study, 'Too early'))).status).toBe(409)
    await as(admin).call(approveScanRequest, naming(patient, study))
    await as(admin).call(revokeScanAccess, { body: { ...naming(patient, study).body, reason: 'Withdrawn' } })
    expect(await scanOf(patient)).toMatchObject({
      view_access: false,
      seriesId: null,
      request_status: 'revoked',
      reason: 'Withdrawn',
    })
  })

  test('access lasts until the day of the form, by default a year; an expired form cannot be approved', async () => {
    const { patient, study } = await withStudy()
    await sign(patient, { study_id: study, expiration_date: '2020-01-01' })
    await ask(patient, study)
    expect(await send(admin, approveScanRequest, naming(patient, study))).toMatchObject({
      status: 409,
      body: { code: 'form_expired' },
    })
    const other = await requested()
    await as(admin).call(approveScanRequest, naming(other.patient, other.study))
    const until = (await scanOf(other.patient))?.access_until ?? ''
    expect(Math.round((Date.parse(until) - Date.now()) / 86_400_000)).toBeGreaterThan(363)
    await owner("update access_requests set access_until = '2020-01-01' where patient_id = $1", [other.patient.id])
    expect(await scanOf(other.patient)).toMatchObject({ view_access: false, request_status: 'expired' })
  })
})

describe('the signed form', () => {
  test('is read back by its patient and by staff, byte for byte, and every reading is noted', async () => {
    const { patient, study } = await withStudy()
    const { file_id } = await sign(patient, { study_id: study, purposes: 'Personal Use', signature: 'Ana R.' })
    const answer = await send(nurse, downloadForm, { params: { file_id } })
    expect(answer.bytes.equals(smallPdf())).toBe(true)
    const { form } = await as(patient).call(readForm, { params: { file_id } })
    expect(form).toMatchObject({
      signature: 'Ana R.',
      study_UID: study,
      study_date: '20260910',
      purposes: 'Personal Use',
    })
    const rows = await owner(
      "select actor_role from audit_events where action = 'form.read' and object_id = $1 order by event_id",
      [file_id],
    )
    expect(rows).toEqual([{ actor_role: 'Nurse' }, { actor_role: 'Patient' }])
  })

  test('whose record was changed afterwards is not shown', async () => {
    const { patient } = await withStudy()
    const { file_id } = await sign(patient, { purposes: 'Personal Use' })
    await owner("update form_signatures set purposes = 'Everything' where file_id = $1", [file_id])
    expect(await send(patient, downloadForm, { params: { file_id } })).toMatchObject({
      status: 409,
      body: { code: 'seal_broken' },
    })
  })

  test.each([
    ['a script', '1 0 obj<</S /JavaScript /JS (app.alert(1))>>endobj'],
    ['a script under a disguised name', '1 0 obj<</S /Java#53cript>>endobj'],
    ['an attachment', '1 0 obj<</Type /EmbeddedFile>>endobj'],
    ['a program to start', '1 0 obj<</S /Launch>>endobj'],
    ['compressed objects', '1 0 obj<</Type /ObjStm>>endobj'],
  ])('with %s is refused', async (_name, object) => {
    const { patient } = await withStudy()
    const bytes = Buffer.from(`%PDF-1.4\n${object}\ntrailer<</Root 1 0 R>>\n%%EOF\n`)
    const file = { name: 'AuthorizationForm', bytes }
    const answer = await send(patient, uploadForm, { params: { key: patient.code }, body: {} }, { file })
    expect(answer.status).toBe(415)
    expect(await owner('select from files where patient_id = $1', [patient.id])).toEqual([])
  })

  test('that is no PDF, or too large, is refused', async () => {
    const { patient } = await withStudy()
    const upload = (bytes: Buffer) =>
      send(
        patient,
        uploadForm,
        { params: { key: patient.code }, body: {} },
        { file: { name: 'AuthorizationForm', bytes } },
      )
    expect((await upload(Buffer.from('<html>%PDF</html>'))).status).toBe(415)
    expect((await upload(Buffer.concat([smallPdf(), Buffer.alloc(5_300_000, ' ')]))).status).toBe(413)
  })
})
