import { countUnmatchedStudies, saveProjectSettings } from '@fornix/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestUser } from '../../../test/given.ts'
import { agreeing, type Tags, unmatchedStudiesWorld } from '../../../test/unmatched-studies-world.ts'

const { as, given, platform, owner, imaging, reconciled, arrived, setting, list, scansOf, assign, undo, notified } =
  await unmatchedStudiesWorld()

const lateRecord = { mrn_number: 'MRN-late', first_name: 'Ana', last_name: 'Łukasz', dob: '1990-02-14' }

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
