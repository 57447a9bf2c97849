import { randomUUID } from 'node:crypto'
import {
  approveScanRequest,
  approveScanRequests,
  assignStudy,
  declineScanRequest,
  deleteReimbursement,
  extendScanRequest,
  releaseMeasurementReport,
  reviewScreening,
  revokeScanAccess,
  updateReimbursement,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import type { TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'
import { providerName } from '../../../test/provider-name.ts'
import { thingsIn } from '../../../test/things.ts'

const { as, send, given, owner } = await testApp()

type Things = Awaited<ReturnType<typeof thingsIn>>
const decisions = async (staff: TestUser, patient: TestUser, { reimbursement: { id }, study }: Things) => {
  const named = { email: patient.email, firstname: 'Ana', lastname: 'Rivera', studyId: study }
  const requests = [{ email: patient.email, studyId: study }]
  const reasoned = { ...named, reason: 'Not signed by hand' }
  return [
    await send(staff, updateReimbursement, { params: { id }, body: { status: 'Approved' } as never }),
    await send(staff, deleteReimbursement, { params: { id } }),
    await send(staff, approveScanRequest, { body: named }),
    await send(staff, declineScanRequest, { body: { ...reasoned, ground: 'form_incomplete' } as never }),
    await send(staff, extendScanRequest, { body: reasoned }),
    await send(staff, revokeScanAccess, { body: reasoned }),
    await send(staff, approveScanRequests, { body: { requests } }),
  ]
}
const withRequest = async () => {
  const patient = await given.patient()
  const things = await thingsIn({ as, given, owner }, patient)
  await owner(
    `insert into access_requests (project_id, request_id, patient_id, study_id, form_file_id)
     select $1, gen_random_uuid(), $2, study_id, $4 from studies where study_uid = $3`,
    [patient.project, patient.id, things.study, things.formId],
  )
  return { patient, things }
}
const refusals = async (staff: TestUser, patient: TestUser, things: Things) => {
  const answers = await decisions(staff, patient, things)
  const many = answers.pop()?.body as { lines?: { why?: string }[] }
  expect(many.lines).toMatchObject([{ why: expect.stringContaining('ask a colleague') }])
  return answers.map(({ status, body }) => `${status} ${(body as { code?: string }).code}`)
}

test('staff decide nothing about a record of their own, nor about one of a patient for whom they act', async () => {
  const { patient, things } = await withRequest()
  const asPatient = await given.staff('Admin', patient.project, { login: patient.login, email: patient.email })
  const maria = await given.caregiver(patient)
  const asCaregiver = await given.staff('Admin', patient.project, { login: maria.login, email: 'maria@staff.example' })
  for (const staff of [asPatient, asCaregiver])
    expect(await refusals(staff, patient, things)).toEqual(Array(6).fill('403 own_record'))
  expect(await owner('select status from access_requests where patient_id = $1', [patient.id])).toEqual([
    { status: 'pending' },
  ])
})

test('a nurse does not clear herself for a scan', async () => {
  const { patient, things } = await withRequest()
  const nurse = await given.staff('Nurse', patient.project, { login: patient.login, email: patient.email })
  const params = { key: patient.code, screening_id: things.screeningId }
  const body = { decision: 'cleared', note: '', signature: await providerName({ owner }, nurse.id) } as const
  expect(await send(nurse, reviewScreening, { params, body })).toMatchObject({
    status: 403,
    body: { code: 'own_record' },
  })
  expect((await send(await given.staff('Nurse', patient.project), reviewScreening, { params, body })).status).toBe(200)
})

test('nobody gives a scan of nobody to a record of their own, which may open it at once', async () => {
  const patient = await given.patient()
  const adam = await given.staff('Admin', patient.project, { login: patient.login, email: patient.email })
  const study = await given.study({ project: patient.project })
  await owner(
    `insert into study_matching (project_id, study_id, dicom_patient_id, dicom_issuer, dicom_patient_name, dicom_birth_date, state, reason)
     select project_id, study_id, 'MRN-8', '', 'Other^Person', '', 'open', 'nobody' from studies where study_uid = $1`,
    [study],
  )
  const assign = (admin: TestUser) =>
    send(admin, assignStudy, { params: { study }, body: { patient: patient.code, version: 1 } })
  expect(await assign(adam)).toMatchObject({ status: 403, body: { code: 'own_record' } })
  expect((await assign(await given.staff('Admin', patient.project))).status).toBe(200)
})

test('a physician releases no report to a record of their own', async () => {
  const patient = await given.patient()
  const otto = await given.staff('Physician', patient.project, { login: patient.login, email: patient.email })
  const study = await given.study({ project: patient.project, patient: patient.id })
  const params = { study, report_id: randomUUID() }
  const release = (physician: TestUser) =>
    send(physician, releaseMeasurementReport, { params, body: { patient: patient.code } })
  expect(await release(otto)).toMatchObject({ status: 403, body: { code: 'own_record' } })
  expect((await release(await given.staff('Physician', patient.project))).status).toBe(404)
})

test('a colleague decides, and so does who acts for the patient no more', async () => {
  const { patient, things } = await withRequest()
  const maria = await given.caregiver(patient)
  const staff = await given.staff('Admin', patient.project, { login: maria.login, email: 'maria@staff.example' })
  await owner("update caregivers set ended_at = now(), ended_by = 'clinic' where caregiver_id = $1", [maria.caregiver])
  const body = { status: 'Approved' } as never
  const answer = await send(staff, updateReimbursement, { params: { id: things.reimbursement.id }, body })
  expect(answer.status).toBe(200)
})
