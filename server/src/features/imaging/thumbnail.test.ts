import { Readable } from 'node:stream'
import { readSeries, readThumbnail, renderInstance } from '@fornix/contract'
import { decode } from 'fast-png'
import { expect, test } from 'vitest'
import { imagingApp } from '../../../test/imaging-world.ts'
import { phantom } from '../../../test/phantoms.ts'
import { projectId, staffScope } from '../../platform/database/scope.ts'

const { given, send, owner, platform, imaging } = await imagingApp()

test('the thumbnail of a series is its middle image, and has its own line in the trail', async () => {
  const ana = await given.patient()
  const nora = await given.staff('Nurse', ana.project)
  const { study, series } = await imaging.stored({ project: ana.project, patient: ana.id })
  const middle = (
    await owner<{ sop_uid: string }>(
      'select sop_uid from archive_instances where series_uid = $1 order by instance_number',
      [series],
    )
  )[1]!.sop_uid

  const small = await send(nora, readThumbnail, { params: { study, series } })
  const whole = await send(nora, renderInstance, { params: { study, series, instance: middle }, query: {} })
  expect([small.status, small.headers['content-type']]).toEqual([200, 'image/png'])
  expect(small.bytes.equals(whole.bytes)).toBe(true)

  // Viewing the thumbnail does not hide that it was opened afterwards.
  await send(nora, readSeries, { params: { study, series } })
  const trail = await owner<{ action: string }>(
    `select action from audit_events where patient_id = $1 and action like 'images.%' order by event_id`,
    [ana.id],
  )
  expect(trail.map(({ action }) => action)).toEqual(['images.thumbnail', 'images.read'])
})

test('the thumbnail of a large picture is small', async () => {
  const ana = await given.patient()
  const nora = await given.staff('Nurse', ana.project)
  const { study, series, bytes } = phantom({ name: 'large', rows: 600, columns: 300 })
  const scope = staffScope(projectId(ana.project))
  await platform.archive.store(scope, Readable.from([bytes]), { maxBytes: 1_000_000 })
  await given.study({ project: ana.project, patient: ana.id, uid: study, series })
  const { bytes: png } = await send(nora, readThumbnail, { params: { study, series } })
  expect(decode(png)).toMatchObject({ width: 128, height: 256 })
  const jpeg = await send(nora, readThumbnail, { params: { study, series }, query: { accept: 'image/jpeg' } })
  expect([jpeg.headers['content-type'], jpeg.bytes.subarray(0, 2).toString('hex')]).toEqual(['image/jpeg', 'ffd8'])
  expect(jpeg.bytes.length).toBeLessThan(png.length)
  const gif = await send(nora, readThumbnail, { params: { study, series }, query: { accept: 'image/gif' } })
  expect(gif.status).toBe(406)
})

test('what is not there is not found, and what cannot be drawn says why', async () => {
  const ana = await given.patient()
  const nora = await given.staff('Nurse', ana.project)
  const { study, series } = await imaging.stored({ project: ana.project, patient: ana.id })
  expect((await send(nora, readThumbnail, { params: { study, series: '1.2.3' } })).status).toBe(404)
  await owner("update archive_instances set transfer_syntax = '1.2.840.10008.1.2.4.70' where series_uid = $1", [series])
  const damaged = { status: 422, body: { code: 'picture_damaged' } }
  expect(await send(nora, readThumbnail, { params: { study, series } })).toMatchObject(damaged)
  await owner("update archive_instances set transfer_syntax = '1.2.840.10008.1.2.4.102' where series_uid = $1", [
    series,
  ])
  const video = { code: 'picture_video', error: expect.stringContaining('This is a video') }
  expect(await send(nora, readThumbnail, { params: { study, series } })).toMatchObject({ status: 422, body: video })
})
