import {
  approveScanRequest,
  bookAppointment,
  compareRecords,
  countersignForm,
  dayMs,
  declineScanRequest,
  downloadDocument,
  getDaySheet,
  getScreening,
  listDocuments,
  listMyScans,
  mergeRecords,
  type RefusalGround,
  requestAccess,
  revokeScanAccess,
  saveProjectSettings,
  undoMerge,
  uploadMyDocument,
} from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { authorizationIn } from '../../../test/authorization.ts'
import { smallPdf, type TestUser } from '../../../test/given.ts'
import { imagingIn } from '../../../test/imaging-world.ts'
import { mergeWorld } from '../../../test/merge-world.ts'
import { providerName } from '../../../test/provider-name.ts'
import { reconcile } from '../../clinic/imaging/archive/reconcile.ts'
import { projectId, staffScope } from '../../platform/database/scope.ts'
import { checkForms } from '../forms/check-forms.ts'

const { as, send, given, owner, platform, database, clinic, bodyFor, mergeNow, undoing, undoNow } = await mergeWorld()
const imaging = imagingIn({ platform, given, as, owner })

/** Answers from this many days ago, and the decision about them. */
const screened = async (patient: { id: string; project: string }, days: number, decision: string, role: string) => {
  const [id, at] = [uuid(), new Date(Date.now() - days * dayMs).toISOString()]
  const of = [patient.project, patient.id, id, at]
  await owner(
    `insert into screenings (project_id, patient_id, screening_id, filled_at, questionnaire, answers, filled_by, filled_name, filled_role)
     select $1, $2, $3, $4, 1, '{}', $2, 'Ana', 'Patient'`,
    of,
  )
  await owner(
    `insert into screening_reviews (project_id, patient_id, review_id, screening_id, decision, note, signature, reviewer_id, reviewer_name, reviewer_role, reviewed_at)
     values ($1, $2, gen_random_uuid(), $3, $5, 'x', 'x', $2, 'x', $6, $4)`,
    [...of, decision, role],
  )
}

test('a physician’s "not cleared" outlives newer answers that come with the other record', async () => {
  const two = await clinic()
  await screened(two.kept, 3, 'not_cleared', 'Physician')
  await screened(two.merged, 1, 'cleared', 'Nurse')
  await mergeNow(two)
  const standing = await as(two.nurse).call(getScreening, { params: { key: two.kept.code } })
  expect(standing.state).toBe('not_cleared')
})

test('what was opened for one account is not opened for the other, and an undo opens it again', async () => {
  const two = await clinic()
  const { admin, kept, merged } = two
  const { study } = await imaging.stored({ project: admin.project, patient: merged.id })
  await imaging.opened(merged, admin, study)
  const seen = async () =>
    (await as(kept).call(listMyScans, { params: { key: kept.code }, query: {} })).scans.map((scan) => scan.view_access)
  const { merge_id } = await mergeNow(two)
  expect(await seen()).toEqual([false])
  // Nor does the other account's form open anything.
  expect((await send(kept, requestAccess, { body: { studyId: study } })).body).toMatchObject({ code: 'no_form' })
  await undoNow(admin, merge_id)
  expect(await owner('select status from access_requests where patient_id = $1', [merged.id])).toEqual([
    { status: 'approved' },
  ])
  expect(await owner('select from open_studies where patient_id = $1', [merged.id])).toHaveLength(1)
})

test.each([
  ['opened again for the kept account and revoked', false],
  ['closed by an admin where scans are open without a request', true],
])('a scan that was %s stays closed after the undo', async (_, isOwn) => {
  const two = await clinic()
  const { admin, kept, merged } = two
  const { study } = await imaging.stored({ project: admin.project, patient: merged.id })
  const { study: other } = await imaging.stored({ project: admin.project, patient: merged.id })
  for (const uid of [study, other]) await imaging.opened(merged, admin, uid)
  await as(admin).call(saveProjectSettings, { body: { own_images_open: isOwn } })
  const pair = { params: { key: kept.code }, query: { other: merged.code } }
  expect((await as(admin).call(compareRecords, pair)).own_images_open).toBe(isOwn)
  const { merge_id } = await mergeNow(two)
  const open = await owner('select from open_studies where patient_id = $1', [kept.id])
  expect(open).toHaveLength(isOwn ? 2 : 0)
  for (const uid of [study, other]) {
    if (!isOwn) await imaging.opened(kept, admin, uid)
    await imaging.revoke(kept, admin, uid)
  }
  await imaging.opened(kept, admin, other)
  await undoNow(admin, merge_id)
  expect(await owner('select study_uid from open_studies where patient_id = $1', [merged.id])).toEqual([
    { study_uid: other },
  ])
})

test('a request that was declined because images could harm closes the scan after the undo, one without a form does not', async () => {
  const two = await clinic()
  const { admin, kept, merged } = two
  const declined = async (ground: RefusalGround) => {
    const { study } = await imaging.stored({ project: admin.project, patient: merged.id })
    await imaging.opened(merged, admin, study)
    return { study, ground }
  }
  const scans = [await declined('danger'), await declined('form_incomplete')] as const
  const { merge_id } = await mergeNow(two)
  for (const { study, ground } of scans) {
    await imaging.asked(kept, study)
    await as(admin).call(declineScanRequest, {
      body: { email: kept.email, studyId: study, ground, reason: 'Not this one' },
    })
  }
  await undoNow(admin, merge_id)
  expect(await owner('select study_uid from open_studies where patient_id = $1', [merged.id])).toEqual([
    { study_uid: scans[1].study },
  ])
})

test('a scan that came since, and that an admin closed, goes back closed', async () => {
  const { admin, kept } = await clinic()
  await owner('update projects set own_images_open = true where project_id = $1', [admin.project])
  const merged = await given.patient(admin.project, { mrn_number: 'MRN-closed' })
  const { merge_id } = await mergeNow({ admin, kept, merged })
  const patient = { id: 'MRN-closed', issuer: '', name: 'Rivera^Ana', birthDate: '' }
  const { study } = await imaging.stored({ project: admin.project }, { isListed: false, patient })
  await reconcile(database, platform.archive, staffScope(projectId(admin.project)), study)
  const openTo = () =>
    owner<{ patient_id: string }>('select patient_id from open_studies where study_uid = $1', [study])
  expect(await openTo()).toEqual([{ patient_id: kept.id }])
  await as(admin).call(revokeScanAccess, { body: { email: kept.email, studyId: study, reason: 'Not theirs' } })
  expect(await openTo()).toEqual([])
  await undoNow(admin, merge_id)
  expect(await owner('select patient_id from studies where study_uid = $1', [study])).toEqual([
    { patient_id: merged.id },
  ])
  expect(await openTo()).toEqual([])
})

test('a request that came along is not approved on the form that the other account signed', async () => {
  const two = await clinic()
  const { admin, kept, merged } = two
  const { study } = await imaging.stored({ project: admin.project, patient: merged.id })
  await imaging.asked(merged, study)
  const { merge_id } = await mergeNow(two)
  const approve = (patient: TestUser) =>
    send(admin, approveScanRequest, { body: { email: patient.email, studyId: study } })
  expect(await approve(kept)).toMatchObject({ status: 409, body: { code: 'form_of_other_record' } })
  await undoNow(admin, merge_id)
  expect((await approve(merged)).status).toBe(200)
})

test('what was released to one account is not released to the other, nor afterwards what that one was released', async () => {
  const two = await clinic()
  const { study } = await imaging.stored({ project: two.admin.project, patient: two.merged.id })
  const release = () => owner("update studies set released_reports = '{1.2.3}' where study_uid = $1", [study])
  const released = () =>
    owner('select patient_id, released_reports, released_at from studies where study_uid = $1', [study])
  await release()
  const { merge_id } = await mergeNow(two)
  expect(await released()).toEqual([{ patient_id: two.kept.id, released_reports: [], released_at: {} }])
  await release()
  await undoNow(two.admin, merge_id)
  expect(await released()).toEqual([{ patient_id: two.merged.id, released_reports: [], released_at: {} }])
})

test('revoking closes a scan however often it was opened', async () => {
  const ana = await given.patient()
  const admin = await given.staff('Admin', ana.project)
  const { study } = await imaging.stored({ project: ana.project, patient: ana.id })
  await imaging.opened(ana, admin, study)
  await owner(
    `insert into access_requests (project_id, patient_id, request_id, study_id, form_file_id, status, access_until, requested_at, decided_at, decided_by)
     select project_id, patient_id, gen_random_uuid(), study_id, form_file_id, status, access_until, requested_at - interval '1 day', decided_at, decided_by
       from access_requests where patient_id = $1`,
    [ana.id],
  )
  await imaging.revoke(ana, admin, study)
  expect(await owner('select from open_studies where patient_id = $1', [ana.id])).toEqual([])
})

test('who read a record while it was merged is in its trail after the undo', async () => {
  const two = await clinic()
  const { admin, nurse, kept, merged } = two
  const file = { name: 'a.pdf', bytes: smallPdf() }
  await as(merged).call(uploadMyDocument, { params: { key: merged.code } }, { file })
  const { merge_id } = await mergeNow(two)
  const { documents } = await as(nurse).call(listDocuments, { params: { key: kept.code }, query: {} })
  await send(nurse, downloadDocument, { params: { file_id: documents[0]?.file_id ?? '' } })
  await undoNow(admin, merge_id)
  const readers = await owner(
    "select actor_id from audit_events where patient_id = $1 and action = 'patient.read_merged'",
    [merged.id],
  )
  expect(readers).toEqual([{ actor_id: nurse.id }])
})

test('a day sheet and a merge within a merge are in the trail of the record that they showed', async () => {
  const two = await clinic()
  const { admin, nurse, kept, merged } = two
  const third = await given.patient(admin.project)
  const inner = await mergeNow({ admin, kept: merged, merged: third })
  const outer = await mergeNow(two)
  await as(nurse).call(bookAppointment, { params: { key: kept.code }, body: { start: '2032-03-10T16:00:00Z' } })
  await as(nurse).call(getDaySheet, { query: { date: '2032-03-10' } })
  await undoNow(admin, outer.merge_id)
  await undoNow(admin, inner.merge_id)
  for (const { id } of [merged, third])
    expect(
      await owner("select actor_id from audit_events where patient_id = $1 and action = 'patient.read_merged'", [id]),
    ).toContainEqual({ actor_id: nurse.id })
})

test('what another version did with the merged record counts as reading it', async () => {
  const two = await clinic()
  const { admin, nurse, kept, merged } = two
  const { merge_id } = await mergeNow(two)
  await owner(
    `insert into audit_events (project_id, event_id, at, actor_id, actor_role, action, patient_id, request_id)
     values ($1, $2, clock_timestamp(), $3, 'Nurse', 'made.up', $4, 'test')`,
    [admin.project, uuid(), nurse.id, kept.id],
  )
  await undoNow(admin, merge_id)
  expect(
    await owner("select actor_id from audit_events where patient_id = $1 and action = 'patient.read_merged'", [
      merged.id,
    ]),
  ).toEqual([{ actor_id: nurse.id }])
})

test('a form that is countersigned while records are merged goes back whole', async () => {
  const two = await clinic()
  const { admin, nurse, merged } = two
  await owner('update projects set countersign_forms = true where project_id = $1', [admin.project])
  const { file_id } = await authorizationIn({ as, given }).sign(merged)
  const { merge_id } = await mergeNow(two)
  const signature = await providerName({ owner }, nurse.id)
  await as(nurse).call(countersignForm, { params: { file_id }, body: { signature } })
  await undoNow(admin, merge_id)
  expect(await checkForms(platform, { file: file_id })).toMatchObject([{ broken: null, signatures: 2 }])
  expect(await owner('select patient_id from form_countersignatures where file_id = $1', [file_id])).toEqual([
    { patient_id: merged.id },
  ])
})

test('an admin does not merge a record of their own, nor undo it', async () => {
  const two = await clinic()
  const { kept, merged } = two
  const admin = await given.staff('Admin', merged.project, { login: merged.login })
  const answer = await send(admin, mergeRecords, {
    params: { key: kept.code },
    body: await bodyFor({ admin, kept, merged }),
  })
  expect(answer).toMatchObject({ status: 403, body: { code: 'own_record' } })

  const { merge_id } = await mergeNow(two)
  expect(await send(admin, undoMerge, undoing(merge_id))).toMatchObject({
    status: 403,
    body: { code: 'own_record' },
  })
})

test.each([
  ['theirs', (merged: TestUser) => merged],
  ['that of a patient for whom they act', (merged: TestUser) => given.caregiver(merged)],
])('staff decide nothing about the record into which %s was merged', async (_, personOf) => {
  const two = await clinic()
  const { study } = await imaging.stored({ project: two.admin.project, patient: two.kept.id })
  await imaging.opened(two.kept, two.admin, study)
  const { login } = await personOf(two.merged)
  const admin = await given.staff('Admin', two.merged.project, { login })
  await mergeNow(two)
  const body = { email: two.kept.email, studyId: study, reason: 'Not signed by hand' }
  expect(await send(admin, revokeScanAccess, { body })).toMatchObject({ status: 403, body: { code: 'own_record' } })
})
