import { openStudy } from '@fornix/contract'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { imagingIn } from '../../../test/imaging-world.ts'

const world = await testApp()
const { given, as, owner } = world
const imaging = imagingIn(world)

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
