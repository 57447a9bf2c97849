import { listNews, listScans, listUnmatchedStudies, readNews, rejectStudy } from '@fornix/contract'
import { expect, test } from 'vitest'
import type { TestUser } from '../../../test/given.ts'
import { agreeing, unmatchedStudiesWorld } from '../../../test/unmatched-studies-world.ts'

const { as, send, given, owner, app, imaging, reconciled, arrived, setting, list, scansOf, assign, undo, notified } =
  await unmatchedStudiesWorld()

const ended = ({ id }: TestUser) =>
  owner("select from mail_outbox where patient_id = $1 and subject like 'Access to a scan has ended%'", [id])

test('an assigned study is in the patient’s list, closed, and staff hear of it once', async () => {
  const { project, adam, ana } = await setting()
  const aim = await arrived(project, { id: 'MRN-8' })
  const answer = await assign(adam, aim, ana.code)
  expect(answer).toMatchObject({
    status: 200,
    body: { state: 'assigned', version: 2, decided_by: 'Nora Lindt', patient: { patient_id: ana.code } },
  })
  expect(await scansOf(ana)).toMatchObject([{ study_UID: aim.study, view_access: false, seriesId: null }])
  expect(
    (await as(adam).call(listScans, { params: { key: ana.code }, query: {} })).scans.map(({ study_UID }) => study_UID),
  ).toEqual([aim.study])
  expect(await assign(adam, aim, ana.code)).toMatchObject({ status: 200, body: { version: 2 } })
  await reconciled(project, aim.study)
  expect(await list(adam)).toEqual([])
  expect(await list(adam, 'decided')).toMatchObject([{ study_UID: aim.study, state: 'assigned' }])
  await undo(adam, aim, 2)
  await assign(adam, aim, ana.email, 3)
  expect(await notified(aim)).toBe(1)
  const audited = await owner<{ action: string; patient_id: string }>(
    "select action, patient_id from audit_events where object_id = $1 and action <> 'refused' order by event_id",
    [aim.study],
  )
  expect(audited.map(({ action }) => action.replace('unmatched_study.', ''))).toEqual([
    'assign',
    'assign',
    'undo',
    'assign',
  ])
  expect(new Set(audited.map(({ patient_id }) => patient_id))).toEqual(new Set([ana.id]))
})

test('taking an assignment back closes an open scan at its next request, and it stays with the admins', async () => {
  const { project, adam, ana } = await setting()
  const aim = await arrived(project, { id: 'MRN-8' })
  await assign(adam, aim, ana.code)
  await imaging.opened(ana, adam, aim.study)
  const look = () =>
    app.inject({
      url: `/api/dicomweb/studies/${aim.study}/series/${aim.series}/metadata`,
      headers: { authorization: `Bearer ${ana.token}` },
    })
  expect((await look()).statusCode).toBe(200)
  expect((await undo(adam, aim, 2)).body).toMatchObject({
    state: 'open',
    reason: 'nobody',
    patient: { patient_id: ana.code },
  })
  expect((await look()).statusCode).toBe(404)
  expect(await scansOf(ana)).toEqual([])
  expect(await ended(ana)).toHaveLength(1)
  await owner("update patients set mrn_number = 'MRN-8' where patient_id = $1", [ana.id])
  expect(await reconciled(project, aim.study)).toMatchObject({ patient_id: null })
  expect(await undo(adam, aim, 2)).toMatchObject({ status: 200, body: { version: 3 } })
  expect(await ended(ana)).toHaveLength(1)
  await assign(adam, aim, ana.code, 3)
  await undo(adam, aim, 4)
  expect(await ended(ana)).toHaveLength(2)
})

test('a patient to whom the scan was never open gets no email when it is taken back', async () => {
  const { project, adam, ana } = await setting()
  const aim = await arrived(project, { id: 'MRN-8' })
  await assign(adam, aim, ana.code)
  await undo(adam, aim, 2)
  expect(await ended(ana)).toEqual([])
})

test('what was matched by itself is taken back at once, stays with the admins, and can be given to another', async () => {
  const { project, adam, ana } = await setting()
  const ben = await given.patient(project)
  const aim = await arrived(project, agreeing)
  await imaging.opened(ana, adam, aim.study)
  const patient = { patient_id: ana.code }
  expect(await list(adam, 'matched')).toMatchObject([
    { study_UID: aim.study, state: 'matched', decided_by: '', patient },
  ])
  expect((await undo(adam, aim, 1)).body).toMatchObject({ state: 'open', reason: 'undone', patient })
  expect(await scansOf(ana)).toEqual([])
  expect(await reconciled(project, aim.study)).toMatchObject({ patient_id: null })
  expect(await list(adam, 'matched')).toEqual([])
  expect(await list(adam)).toMatchObject([{ reason: 'undone', patient }])
  expect((await assign(adam, aim, ben.code, 2)).status).toBe(200)
  expect(await scansOf(ben)).toMatchObject([{ study_UID: aim.study }])
})

test('a list is searched for the patient as in the list of patients, and for what DICOM says', async () => {
  const { project, adam } = await setting()
  await given.patient(project, { first_name: 'Ben', mrn_number: 'MRN-88' })
  const [known, unknown] = [await arrived(project, agreeing), await arrived(project, { id: 'X-204', name: 'Vega^Mía' })]
  const found = async (show: 'open' | 'matched', searchQuery: string) => {
    const { studies, total } = await as(adam).call(listUnmatchedStudies, { query: { show, searchQuery } })
    expect(total).toBe(studies.length)
    return studies.map(({ study_UID }) => study_UID)
  }
  for (const words of ['lukasz ana', 'Ana', 'mrn-7', '', 'łukasz^ana'])
    expect([words, await found('matched', words)]).toEqual([words, [known.study]])
  for (const words of ['Ben', 'MRN-88', 'ana vega', 'X-204', '%', '...'])
    expect([words, await found('matched', words)]).toEqual([words, []])
  for (const words of ['vega mía', 'MÍA', '-204'])
    expect([words, await found('open', words)]).toEqual([words, [unknown.study]])
  expect(await found('open', 'Ana')).toEqual([])
  expect((await send(adam, listUnmatchedStudies, { query: { searchQuery: 'ana\0' } })).status).toBe(400)
})

test('a rejected study leaves the list, stays rejected when it arrives again, and can be taken back', async () => {
  const { project, adam } = await setting()
  const aim = await arrived(project, { id: 'MRN-8' })
  const reject = () => send(adam, rejectStudy, { params: { study: aim.study }, body: { version: 1 } })
  expect([(await reject()).status, (await reject()).status]).toEqual([200, 200])
  await reconciled(project, aim.study)
  expect(await list(adam)).toEqual([])
  expect((await undo(adam, aim, 2)).body).toMatchObject({ state: 'open' })
  expect(await list(adam)).toHaveLength(1)
})

test('of two admins who decide differently the second is told, with what stands', async () => {
  const { project, adam, ana } = await setting()
  const ben = await given.patient(project)
  const aim = await arrived(project, { id: 'MRN-8' })
  await assign(adam, aim, ana.code)
  const late = await assign(await given.staff('SuperAdmin', project), aim, ben.code)
  expect(late).toMatchObject({
    status: 409,
    body: {
      error: 'Someone else has already decided about this scan.',
      code: 'stale',
      current: { state: 'assigned', patient: { patient_id: ana.code } },
    },
  })
  expect((await undo(adam, aim, 1)).status).toBe(409)
  const both = await arrived(project, { id: 'MRN-9' })
  const others = await Promise.all(Array.from({ length: 6 }, () => given.patient(project)))
  const answers = await Promise.all(others.map(({ code }) => assign(adam, both, code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a decision about a study that was matched by itself meanwhile is refused', async () => {
  const { project, adam, ana } = await setting()
  const aim = await arrived(project, { ...agreeing, id: 'MRN-8' })
  await owner("update patients set mrn_number = 'MRN-8' where patient_id = $1", [ana.id])
  await reconciled(project, aim.study)
  expect((await assign(adam, aim, ana.code)).status).toBe(409)
})

test('a patient who is none, deleted or of another project cannot be chosen', async () => {
  const { project, adam } = await setting()
  const aim = await arrived(project, { id: 'MRN-8' })
  const [eve, gone] = [await given.patient(), await given.patient(project)]
  await owner('update patients set deleted_at = now() where patient_id = $1', [gone.id])
  for (const key of [eve.code, eve.email, eve.id, gone.code, 'nobody', ' '])
    expect((await assign(adam, aim, key)).status).toBe(400)
  expect((await assign(adam, aim, 'P-ZZZZZZ')).body.fields).toEqual({
    patient: 'There is no such patient in this project',
  })
  expect((await assign(adam, aim, '')).body.fields).toEqual({ patient: 'Please choose a patient' })
})

test('admins of another project neither see nor decide it', async () => {
  const { project } = await setting()
  const aim = await arrived(project, { id: 'MRN-8' })
  const abel = await given.staff('Admin')
  expect(await list(abel)).toEqual([])
  const eve = await given.patient(abel.project)
  const answer = await assign(abel, aim, eve.code)
  expect(answer.status).toBe(404)
  expect({ ...answer.body, request_id: '' }).toEqual({
    ...(await assign(abel, { ...aim, study: '1.2.3' }, eve.code)).body,
    request_id: '',
  })
})
test('a name that DICOM changes while a scan waits again makes what an admin has on screen stale', async () => {
  const { project, adam, ana } = await setting()
  const aim = await arrived(project, agreeing)
  await undo(adam, aim, 1)
  const says = async (name: string) => {
    await owner('update archive_instances set metadata = metadata || $2 where study_uid = $1', [
      aim.study,
      JSON.stringify({ '00100010': { vr: 'PN', Value: [{ Alphabetic: name }] } }),
    ])
    await reconciled(project, aim.study)
  }
  await says('Łukasz^Ben')
  expect(await assign(adam, aim, ana.code, 2)).toMatchObject({ status: 409, body: { code: 'stale' } })
  expect((await assign(adam, aim, ana.code, 3)).status).toBe(200)
  // An assigned one is decided: news of the same person asks nobody anything.
  await says('Łukasz^Ana')
  expect((await undo(adam, aim, 4)).status).toBe(200)
})

test('images are news to a patient from when they were matched, however long they waited', async () => {
  const { project, adam, ana } = await setting()
  const ben = await given.patient(project)
  const news = (patient: TestUser) => as(patient).call(listNews, { query: {} })
  const aim = await arrived(project, { id: 'MRN-8' })
  await owner("update studies set received_at = now() - interval '100 days' where study_uid = $1", [aim.study])
  for (const patient of [ana, ben])
    await as(patient).call(readNews, { body: { through: new Date(Date.now() + 60_000).toISOString() } })
  expect((await assign(adam, aim, ben.code)).status).toBe(200)
  expect(await news(ben)).toMatchObject({ unread: 1, news: [{ kind: 'images', is_new: true }] })

  await undo(adam, aim, 2)
  await assign(adam, aim, ana.code, 3)
  expect(await news(ben)).toMatchObject({ unread: 0, total: 0 })
  expect(await news(ana)).toMatchObject({ unread: 1, news: [{ kind: 'images', is_new: true }] })
})
