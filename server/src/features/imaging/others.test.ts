import { listOtherStudies, openStudy } from '@fornix/contract'
import { expect, test } from 'vitest'
import { imagingApp } from '../../../test/imaging-world.ts'

const { given, as, send, owner, imaging } = await imagingApp()

const othersOf = async (user: Parameters<typeof as>[0], study: string) =>
  (await as(user).call(listOtherStudies, { params: { study } })).studies.map(({ study_UID }) => study_UID)

test('staff are told the other studies of the same patient, and of nobody else', async () => {
  const project = await given.project()
  const nora = await given.staff('Nurse', project)
  const [ana, ben] = [await given.patient(project), await given.patient(project)]
  const one = await imaging.stored({ project, patient: ana.id })
  const two = await imaging.stored({ project, patient: ana.id })
  const bens = await imaging.stored({ project, patient: ben.id })
  const unmatched = await imaging.stored({ project })
  const elsewhere = await given.project()
  await imaging.stored({ project: elsewhere, patient: (await given.patient(elsewhere)).id })

  expect(await othersOf(nora, one.study)).toEqual([two.study])
  expect(await othersOf(nora, two.study)).toEqual([one.study])
  expect(await othersOf(nora, bens.study)).toEqual([])
  // Two studies without a patient are not one patient's.
  await imaging.stored({ project })
  expect(await othersOf(nora, unmatched.study)).toEqual([])
})

test('the newest stands first', async () => {
  const project = await given.project()
  const nora = await given.staff('Nurse', project)
  const ana = await given.patient(project)
  const [shown, older, newer] = [
    await imaging.stored({ project, patient: ana.id }),
    await imaging.stored({ project, patient: ana.id }),
    await imaging.stored({ project, patient: ana.id }),
  ]
  await owner("update studies set study_date = '20250101' where study_uid = $1", [older.study])
  await owner("update studies set study_date = '20260101' where study_uid = $1", [newer.study])
  expect(await othersOf(nora, shown.study)).toEqual([newer.study, older.study])
})

test('a patient, and staff of another project, are told nothing', async () => {
  const project = await given.project()
  const adam = await given.staff('Admin', project)
  const ana = await given.patient(project)
  const { study } = await imaging.stored({ project, patient: ana.id })
  await imaging.stored({ project, patient: ana.id })
  await imaging.opened(ana, adam, study)
  expect((await send(ana, listOtherStudies, { params: { study } })).status).toBe(403)
  const stranger = await given.staff('Nurse', await given.project())
  expect((await send(stranger, listOtherStudies, { params: { study } })).status).toBe(404)
})

test('both studies that are compared are noted as opened, after the question for others', async () => {
  const project = await given.project()
  const nora = await given.staff('Nurse', project)
  const ana = await given.patient(project)
  const [one, two] = [
    await imaging.stored({ project, patient: ana.id }),
    await imaging.stored({ project, patient: ana.id }),
  ]
  await as(nora).call(openStudy, { params: { study: one.study }, body: {} })
  for (const _ of [1, 2]) await othersOf(nora, one.study)
  await as(nora).call(openStudy, { params: { study: two.study }, body: {} })
  const noted = await owner(
    `select action, object_id from audit_events where patient_id = $1 and actor_id = $2 order by event_id`,
    [ana.id, nora.id],
  )
  expect(noted).toEqual([
    { action: 'images.open', object_id: one.study },
    { action: 'images.list_others', object_id: one.study },
    { action: 'images.open', object_id: two.study },
  ])
})
