import {
  assignStudy,
  countUnmatchedStudies,
  listMyScans,
  listNews,
  listScans,
  listUnmatchedStudies,
  readNews,
  rejectStudy,
  saveProjectSettings,
  undoStudyDecision,
} from '@fornix/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestUser } from '../../../test/given.ts'
import { type Aim, imagingApp } from '../../../test/imaging-world.ts'
import { reconcile } from '../../clinic/imaging/archive/reconcile.ts'
import { projectId, staffScope } from '../../platform/database/scope.ts'

const { as, send, given, platform, owner, app, imaging } = await imagingApp()

type Tags = { id?: string; issuer?: string; name?: string; birthDate?: string }
/** A study that has arrived with these tags, and the portal's result. */
const arrived = async (project: string, patient: Tags) => {
  const aim = await imaging.stored({ project }, { isListed: false, patient })
  await reconciled(project, aim.study)
  return aim
}
const reconciled = (project: string, study: string) =>
  reconcile(platform.database, platform.archive, staffScope(projectId(project)), study)
const setting = async () => {
  const project = await given.project()
  const adam = await given.staff('Admin', project)
  const ana = await given.patient(project, {
    mrn_number: 'MRN-7',
    dob: '1990-02-14',
    first_name: 'Ana',
    last_name: 'Łukasz',
  })
  return { project, adam, ana }
}
const list = async (admin: TestUser, show: 'open' | 'decided' | 'matched' = 'open') =>
  (await as(admin).call(listUnmatchedStudies, { query: { show } })).studies
const scansOf = async (patient: TestUser) =>
  (await as(patient).call(listMyScans, { params: { key: patient.code }, query: {} })).scans
const assign = (admin: TestUser, { study }: Aim, patient: string, version = 1) =>
  send(admin, assignStudy, { params: { study }, body: { patient, version } })
const undo = (admin: TestUser, { study }: Aim, version: number) =>
  send(admin, undoStudyDecision, { params: { study }, body: { version } })
const notified = async ({ study }: Aim) =>
  (
    await owner<{ count: number }>(
      `select count(*)::int as count from notifications n join studies s on n.item_id = s.study_id::text
        where s.study_uid = $1 and item_type = 'scan'`,
      [study],
    )
  )[0]?.count

const lateRecord = { mrn_number: 'MRN-late', first_name: 'Ana', last_name: 'Łukasz', dob: '1990-02-14' }
const ended = ({ id }: TestUser) =>
  owner("select from mail_outbox where patient_id = $1 and subject like 'Access to a scan has ended%'", [id])

const agreeing = { id: 'MRN-7', birthDate: '19900214', name: 'Łukasz^Ana' }
test.each([
  ['nobody', { id: 'MRN-8' }],
  ['nobody', { id: '' }],
  ['birth_date', { birthDate: '19910214' }],
  ['name', { birthDate: '', name: 'Not^Ana' }],
  ['unproven', { birthDate: '', name: '' }],
  ['unproven', { birthDate: '', name: 'Łukasz' }],
  ['issuer', { issuer: 'elsewhere' }],
] as [string, Tags][])('a study waits because of %s', async (reason, tags) => {
  const { project, adam, ana } = await setting()
  const { study } = await arrived(project, { ...agreeing, ...tags })
  expect(await list(adam)).toMatchObject([{ study_UID: study, reason, state: 'open', patient: null }])
  expect(await as(adam).call(countUnmatchedStudies, {})).toEqual({ open: 1 })
  expect(await scansOf(ana)).toEqual([])
})

test('a study waits when its PatientID is the MRN of one patient and the patient id of another', async () => {
  const { project, adam, ana } = await setting()
  const ben = await given.patient(project, { mrn_number: ana.code })
  await arrived(project, { ...agreeing, id: ana.code })
  const [study] = await list(adam)
  expect(study?.reason).toBe('several')
  expect(new Set(study?.candidates.map(({ patient_id }) => patient_id))).toEqual(new Set([ana.code, ben.code]))
})

test('an absent issuer and the clinic’s own match, another one once an admin has named it', async () => {
  const { project, adam, ana } = await setting()
  await arrived(project, { ...agreeing, issuer: '' })
  await arrived(project, agreeing)
  expect(await scansOf(ana)).toHaveLength(2)
  const { study } = await arrived(project, { ...agreeing, issuer: 'ARCHIVE-2' })
  await as(adam).call(saveProjectSettings, { body: { patient_id_issuers: ['northside', 'ARCHIVE-2'] } })
  await reconciled(project, study)
  expect(await scansOf(ana)).toHaveLength(3)
  expect(await list(adam)).toEqual([])
})

test('patients who could be meant are offered, the likeliest first, and none of another project', async () => {
  const { project, adam, ana } = await setting()
  const twin = await given.patient(project, { first_name: 'Eva', last_name: 'Lukasz', dob: '1990-02-14' })
  await given.patient(project, { first_name: 'Eva', last_name: 'Lukasz', dob: '1980-01-01' })
  await given.patient(undefined, { first_name: 'Ana', last_name: 'Łukasz', dob: '1990-02-14' })
  await arrived(project, { ...agreeing, issuer: 'elsewhere' })
  const [study] = await list(adam)
  expect(study?.candidates.map(({ patient_id, agrees }) => [patient_id, agrees])).toEqual([
    [ana.code, ['mrn_number', 'dob', 'name']],
    [twin.code, ['dob']],
  ])
  expect(study?.dicom).toEqual({ patient_id: 'MRN-7', issuer: 'elsewhere', name: 'Łukasz^Ana', birth_date: '19900214' })
})

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

test('ten runs at once of one study leave one row and one notification', async () => {
  const { project, ana } = await setting()
  const aim = await imaging.stored({ project }, { isListed: false, patient: agreeing })
  const runs = await Promise.all(Array.from({ length: 10 }, () => reconciled(project, aim.study)))
  expect(new Set(runs.map((run) => run?.patient_id))).toEqual(new Set([ana.id]))
  expect(await owner('select study_id from studies where study_uid = $1', [aim.study])).toHaveLength(1)
  expect(await notified(aim)).toBe(1)
})

test('a study whose PatientID changes is hidden until an admin confirms it, however often it arrives', async () => {
  const { project, adam, ana } = await setting()
  const ben = await given.patient(project, { mrn_number: 'MRN-BEN' })
  const aim = await arrived(project, agreeing)
  await imaging.opened(ana, adam, aim.study)
  await owner(
    `update archive_instances set metadata = jsonb_set(metadata, '{00100020,Value}', '["MRN-BEN"]') where study_uid = $1`,
    [aim.study],
  )
  for (let run = 0; run < 3; run++) await reconciled(project, aim.study)
  expect([await scansOf(ana), await scansOf(ben)]).toEqual([[], []])
  const taken = "select patient_id, actor_id from audit_events where action = 'unmatched_study.undo' and object_id = $1"
  expect(await owner(taken, [aim.study])).toEqual([{ patient_id: ana.id, actor_id: null }])
  const [study] = await list(adam)
  expect(study).toMatchObject({
    reason: 'changed',
    patient: { patient_id: ana.code },
    dicom: { patient_id: 'MRN-BEN' },
  })
  expect((await assign(adam, aim, ana.code, study?.version)).status).toBe(200)
  await reconciled(project, aim.study)
  expect(await scansOf(ana)).toMatchObject([{ view_access: true }])
})

test.each<[string, object, string]>([
  ['a name', { first_name: 'Eva' }, "update patients set first_name = 'Ana' where patient_id = $1"],
  ['an MRN', { mrn_number: '' }, "update patients set mrn_number = 'MRN-late' where patient_id = $1"],
  ['a birth date', { dob: '1991-02-14' }, "update patients set dob = '1990-02-14' where patient_id = $1"],
])('where own images are open, %s entered since the scan came matches nothing by itself', async (_, before, later) => {
  const { project, adam } = await setting()
  const setOwn = (isOpen: boolean) =>
    owner('update projects set own_images_open = $2 where project_id = $1', [project, isOpen])
  await setOwn(true)
  const patient = await given.patient(project, { ...lateRecord, ...before })
  const { study } = await arrived(project, { ...agreeing, id: lateRecord.mrn_number })
  await owner(later, [patient.id])
  await reconciled(project, study)
  expect(await list(adam)).toMatchObject([{ study_UID: study, reason: 'birth_date' }])
  await setOwn(false)
  await reconciled(project, study)
  expect(await list(adam)).toEqual([])
})

test('where own images are open, a record made since the scan came does not match by itself', async () => {
  const { project, adam } = await setting()
  await owner('update projects set own_images_open = true where project_id = $1', [project])
  const { study } = await arrived(project, { ...agreeing, id: lateRecord.mrn_number })
  await given.patient(project, lateRecord)
  await reconciled(project, study)
  expect(await list(adam)).toMatchObject([{ study_UID: study, reason: 'birth_date' }])
})

test('a scan that matched a record made since, while own images were closed, opens by itself only once an admin decides', async () => {
  const { project, adam } = await setting()
  const aim = await arrived(project, { ...agreeing, id: lateRecord.mrn_number })
  const inTime = await given.patient(project, { ...lateRecord, mrn_number: 'MRN-in-time' })
  const patient = await given.patient(project, lateRecord)
  await arrived(project, { ...agreeing, id: 'MRN-in-time' })
  await reconciled(project, aim.study)
  expect(await list(adam)).toEqual([])
  await owner('update projects set own_images_open = true where project_id = $1', [project])
  const isOpen = async (of: TestUser) => (await scansOf(of)).map(({ view_access }) => view_access)
  expect([await isOpen(patient), await isOpen(inTime)]).toEqual([[false], [true]])
  await reconciled(project, aim.study)
  expect(await isOpen(patient)).toEqual([false])

  await undo(adam, aim, 2)
  expect((await assign(adam, aim, patient.code, 3)).status).toBe(200)
  await reconciled(project, aim.study)
  expect([await isOpen(patient), await isOpen(inTime)]).toEqual([[true], [true]])
})

test('a record that loses its MRN at this moment gets no scan by it', async () => {
  const { project, ana } = await setting()
  const { study } = await imaging.stored({ project }, { isListed: false, patient: agreeing })
  const waiting = () =>
    owner("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")
  const { running } = await platform.database.unscoped('somebody corrects the MRN', async (db) => {
    await sql`update patients set mrn_number = '' where patient_id = ${ana.id}`.execute(db)
    const running = reconciled(project, study)
    await expect.poll(waiting, { timeout: 20_000 }).toHaveLength(1)
    return { running }
  })
  expect(await running).toMatchObject({ patient_id: null })
})

test('a birth date that DICOM adds or corrects hides the study if it is not the patient’s', async () => {
  const { project, ana } = await setting()
  const aim = await arrived(project, { ...agreeing, birthDate: '' })
  const comes = async (birthDate: string) => {
    await owner('update archive_studies set dicom_birth_date = $2 where study_uid = $1', [aim.study, birthDate])
    await reconciled(project, aim.study)
  }
  expect(await scansOf(ana)).toHaveLength(1)
  await comes(agreeing.birthDate)
  expect(await scansOf(ana)).toHaveLength(1)
  await comes('19700101')
  expect(await scansOf(ana)).toEqual([])
})

test('another name, with the number of the same patient, hides what was matched by itself, not what an admin assigned', async () => {
  const { project, adam } = await setting()
  const eva = await given.patient(project, { mrn_number: 'MRN-eva', first_name: 'Eva', last_name: 'Novak' })
  const named = { id: 'MRN-eva', birthDate: '', name: 'Novak^Eva' }
  const [matched, assigned] = [await arrived(project, named), await arrived(project, { ...named, name: '' })]
  await assign(adam, assigned, eva.code)
  expect(await scansOf(eva)).toHaveLength(2)
  for (const { study } of [matched, assigned]) {
    await owner(
      `update archive_instances set metadata = jsonb_set(metadata, '{00100010}', '{"vr":"PN","Value":[{"Alphabetic":"ROE^JOHN"}]}') where study_uid = $1`,
      [study],
    )
    await reconciled(project, study)
  }
  expect((await scansOf(eva)).map(({ study_UID }) => study_UID)).toEqual([assigned.study])
})

test('a birth date that an admin accepted, and DICOM leaves out for a while, is no news when it is back', async () => {
  const { project, adam, ana } = await setting()
  const aim = await arrived(project, { ...agreeing, birthDate: '19700101' })
  await assign(adam, aim, ana.code)
  const says = async (birthDate: string, name: string) => {
    const tags = {
      '00100010': { vr: 'PN', Value: [{ Alphabetic: name }] },
      '00100030': { vr: 'DA', Value: birthDate ? [birthDate] : [] },
    }
    await owner('update archive_studies set dicom_birth_date = $2 where study_uid = $1', [aim.study, birthDate])
    await owner('update archive_instances set metadata = metadata || $2 where study_uid = $1', [
      aim.study,
      JSON.stringify(tags),
    ])
    await reconciled(project, aim.study)
  }
  await says('', 'Łukasz^Anna')
  await says('19700101', 'Łukasz^Ana')
  expect(await scansOf(ana)).toHaveLength(1)
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
