import { findScan, openStudy } from '@fornix/contract'
import { expect, test } from 'vitest'
import { imagingApp } from '../../../test/imaging-world.ts'

const { given, as, owner, imaging } = await imagingApp()

test('staff who open a study read two identifiers of its patient; the patient is told none', async () => {
  const project = await given.project()
  const [nora, adam] = [await given.staff('Nurse', project), await given.staff('Admin', project)]
  const ana = await given.patient(project)
  await owner("update patients set dob = '1986-04-17', mrn_number = 'MRN-501' where patient_id = $1", [ana.id])
  const { study } = await imaging.stored({ project, patient: ana.id })
  expect(await as(nora).call(openStudy, { params: { study }, body: {} })).toMatchObject({
    record: { patient_id: ana.code, dob: '04-17-1986', mrn_number: 'MRN-501' },
  })
  await imaging.opened(ana, adam, study)
  expect((await as(ana).call(openStudy, { params: { study }, body: {} })).record).toBeNull()
})

test('a study of nobody yet has no record', async () => {
  const project = await given.project()
  const nora = await given.staff('Nurse', project)
  const { study } = await imaging.stored({ project })
  expect((await as(nora).call(openStudy, { params: { study }, body: {} })).record).toBeNull()
})

const scanOf = (user: Parameters<typeof as>[0], series: string) => as(user).call(findScan, { params: { series } })

test('the series that lists name a scan by finds it, for staff and for a patient to whom it is open', async () => {
  const project = await given.project()
  const [nora, adam] = [await given.staff('Nurse', project), await given.staff('Admin', project)]
  const [ana, ben] = [await given.patient(project), await given.patient(project)]
  const { study, series, other } = await imaging.stored({ project, patient: ana.id })
  expect(await scanOf(nora, series)).toEqual({ study_UID: study })
  await expect(scanOf(ana, series)).rejects.toMatchObject({ status: 404 })
  await imaging.opened(ana, adam, study)
  expect(await scanOf(ana, series)).toEqual({ study_UID: study })
  // A patient of the same clinic, and a nurse of another one.
  await expect(scanOf(ben, series)).rejects.toMatchObject({ status: 404 })
  await expect(scanOf(await given.staff('Nurse', await given.project()), series)).rejects.toMatchObject({ status: 404 })
  // No list names the scan by its second series.
  await expect(scanOf(nora, other.series)).rejects.toMatchObject({ status: 404 })
})

test('a series that two scans claim is no address of either', async () => {
  const project = await given.project()
  const nora = await given.staff('Nurse', project)
  const { series } = await imaging.stored({ project })
  await given.study({ project, uid: `${series}.7`, series })
  await expect(scanOf(nora, series)).rejects.toMatchObject({ status: 404 })
})
