import {
  readFrameThumbnail,
  readInstance,
  readInstanceThumbnail,
  readSeriesMetadata,
  readThumbnail,
  searchStudies,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import type { TestUser } from '../../../test/given.ts'
import { imagingApp } from '../../../test/imaging-world.ts'

const { given, send, owner, imaging } = await imagingApp()

test('the images of a series are noted once a session, and not slice by slice', async () => {
  const ana = await given.patient()
  const [nora, nick] = [await given.staff('Nurse', ana.project), await given.staff('Nurse', ana.project)]
  const { study, series, instance, other } = await imaging.stored({ project: ana.project, patient: ana.id })
  const params = { study, series, instance }
  for (const reader of [nora, nora, nick]) {
    expect((await send(reader, readSeriesMetadata, { params })).status).toBe(200)
    expect((await send(reader, readInstance, { params })).status).toBe(200)
  }
  await send(nora, readSeriesMetadata, { params: { study, series: other.series } })

  // With a PACS, nothing else says later which study the series was in.
  const result = `ok In study ${study}`
  const noted = await owner(
    `select actor_id, object_id, result from audit_events where action = 'images.read' and patient_id = $1 order by event_id`,
    [ana.id],
  )
  expect(noted).toEqual([
    { actor_id: nora.id, object_id: series, result },
    { actor_id: nick.id, object_id: series, result },
    { actor_id: nora.id, object_id: other.series, result },
  ])
})

test('a picture of one instance or frame counts as looking at its series, however small', async () => {
  const ana = await given.patient()
  const { study, series, instance } = await imaging.stored({ project: ana.project, patient: ana.id })
  for (const see of [
    (reader: TestUser) => send(reader, readInstanceThumbnail, { params: { study, series, instance } }),
    (reader: TestUser) => send(reader, readFrameThumbnail, { params: { study, series, instance, frame: '1' } }),
  ]) {
    const nora = await given.staff('Nurse', ana.project)
    expect((await see(nora)).status).toBe(200)
    await send(nora, readInstance, { params: { study, series, instance } })
    const noted = await owner('select action, object_id from audit_events where patient_id = $1 and actor_id = $2', [
      ana.id,
      nora.id,
    ])
    expect(noted).toEqual([{ action: 'images.read', object_id: series }])
  }
})

test('a series that was named under the study of somebody else is noted when it is opened', async () => {
  const ana = await given.patient()
  const ben = await given.patient(ana.project)
  const nora = await given.staff('Nurse', ana.project)
  const own = await imaging.stored({ project: ana.project, patient: ana.id })
  const other = await imaging.stored({ project: ana.project, patient: ben.id })
  for (const call of [readThumbnail, readSeriesMetadata]) {
    expect((await send(nora, call, { params: { study: other.study, series: own.series } })).status).toBe(404)
    expect((await send(nora, call, { params: { study: own.study, series: own.series } })).status).toBe(200)
  }
  const noted = await owner(
    "select action, object_id from audit_events where patient_id = $1 and action like 'images.%' order by event_id",
    [ana.id],
  )
  expect(noted).toEqual([
    { action: 'images.thumbnail', object_id: own.series },
    { action: 'images.read', object_id: own.series },
  ])
})

test('who looks a patient up among the studies is noted once a session; who lists many names nobody', async () => {
  const ana = await given.patient()
  const nora = await given.staff('Nurse', ana.project)
  const { study } = await imaging.stored({ project: ana.project, patient: ana.id })
  for (let n = 0; n < 10; n++)
    await given.study({ project: ana.project, patient: (await given.patient(ana.project)).id, uid: `2.25.7.${n}` })
  const noted = () => owner("select from audit_events where patient_id = $1 and action = 'scan.list'", [ana.id])
  await send(nora, searchStudies, { query: {} })
  expect(await noted()).toEqual([])
  for (const query of [{ PatientID: ana.code }, { PatientID: ana.code }, { StudyInstanceUID: study }])
    expect((await send(nora, searchStudies, { query })).status).toBe(200)
  expect(await noted()).toHaveLength(1)
})
