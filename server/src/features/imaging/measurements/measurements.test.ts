import {
  deleteMeasurements,
  listMeasurements,
  maxMeasurements,
  type SavedShape,
  saveMeasurementReport,
  saveMeasurements,
} from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import type { TestUser } from '../../../../test/harness.ts'
import { imagingApp } from '../../../../test/imaging-world.ts'
import { measuredIn, withoutNumbers } from '../../../../test/measured.ts'

const { given, as, send, owner, imaging } = await imagingApp()

const clinic = async () => {
  const nora = await given.staff('Nurse')
  const ana = await given.patient(nora.project)
  const scan = await imaging.stored({ project: nora.project, patient: ana.id })
  return { nora, ana, scan, params: { study: scan.study }, shapes: withoutNumbers(measuredIn(scan)) }
}
type Of = { study: string }
const keep = (user: TestUser, params: Of, shapes: SavedShape[]) =>
  send(user, saveMeasurements, { params, body: { shapes } })
const listed = (user: TestUser, params: Of) => as(user).call(listMeasurements, { params })
const trailOf = (user: TestUser) =>
  owner<{ action: string; patient_id: string | null; object_id: string }>(
    "select action, patient_id, object_id from audit_events where actor_id = $1 and action like 'measurement.%' order by event_id",
    [user.id],
  )

test('what was measured is there when the scan is opened again, until it is deleted', async () => {
  const { nora, ana, scan, params, shapes } = await clinic()
  expect(await listed(nora, params)).toEqual({ shapes: [], saved_at: null, reports: [] })
  await keep(nora, params, shapes.slice(0, 1))
  await keep(nora, params, shapes)
  expect((await listed(nora, params)).shapes).toEqual(shapes)
  for (const _ of [1, 2]) await as(nora).call(deleteMeasurements, { params })
  expect((await listed(nora, params)).shapes).toEqual([])
  // A row when they begin and when they end, not with every line.
  const row = { patient_id: ana.id, object_id: scan.study }
  expect(await trailOf(nora)).toEqual(
    ['measurement.list', 'measurement.save', 'measurement.delete'].map((action) => ({ action, ...row })),
  )
})

describe('in two windows', () => {
  const stale = (shapes: readonly SavedShape[]) => ({ status: 409, body: { code: 'stale', current: { shapes } } })
  const inWindow = async (user: TestUser, params: Of) => {
    const { saved_at } = await listed(user, params)
    return {
      save: (shapes: SavedShape[]) => send(user, saveMeasurements, { params, body: { shapes, saved_at } }),
      drop: () => send(user, deleteMeasurements, { params, body: { saved_at } }),
    }
  }

  test('neither replaces nor deletes what the other has kept since it was opened', async () => {
    const { nora, params, shapes } = await clinic()
    const [length, ellipse] = shapes as [SavedShape, SavedShape]
    const [one, other] = [await inWindow(nora, params), await inWindow(nora, params)]
    expect(await one.save([length])).toMatchObject({ status: 200 })
    expect(await other.save([ellipse])).toMatchObject(stale([length]))
    expect(await other.drop()).toMatchObject(stale([length]))
    const [third, fourth] = [await inWindow(nora, params), await inWindow(nora, params)]
    expect(await third.save([length, ellipse])).toMatchObject({ status: 200 })
    expect(await fourth.save([ellipse])).toMatchObject(stale([length, ellipse]))
    expect(await fourth.drop()).toMatchObject(stale([length, ellipse]))
    expect((await listed(nora, params)).shapes).toEqual([length, ellipse])
  })

  test('what one has deleted does not come back with the next line of the other', async () => {
    const { nora, params, shapes } = await clinic()
    await keep(nora, params, shapes)
    const [one, other] = [await inWindow(nora, params), await inWindow(nora, params)]
    expect(await one.drop()).toMatchObject({ status: 200 })
    expect(await other.save(shapes)).toMatchObject(stale([]))
    expect(await other.drop()).toMatchObject({ status: 200 })
    expect(await listed(nora, params)).toMatchObject({ shapes: [], saved_at: null })
  })

  test('of saves at the same moment one is taken, and its answer is what the next one is based on', async () => {
    const { nora, params, shapes } = await clinic()
    const [length, ellipse] = shapes as [SavedShape, SavedShape]
    let saved_at: unknown
    for (const next of [[length], [ellipse], [length, ellipse]]) {
      const windows = [await inWindow(nora, params), await inWindow(nora, params), await inWindow(nora, params)]
      const answers = await Promise.all(windows.map(({ save }) => save(next)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
      const taken = answers.find(({ status }) => status === 200)?.body?.['saved_at']
      expect(taken).not.toBe(saved_at)
      saved_at = taken
      expect(await listed(nora, params)).toMatchObject({ shapes: next, saved_at })
    }
  })

  test('a page of the version before, which says nothing of it, saves and deletes as it did', async () => {
    const { nora, params, shapes } = await clinic()
    await keep(nora, params, shapes)
    expect(await keep(nora, params, shapes.slice(1))).toMatchObject({ status: 200 })
    expect((await listed(nora, params)).shapes).toEqual(shapes.slice(1))
    expect(await send(nora, deleteMeasurements, { params, body: {} })).toMatchObject({ status: 200 })
    expect((await listed(nora, params)).shapes).toEqual([])
  })
})

test('nobody else reads, replaces or deletes it: colleague, admin, another login of the record', async () => {
  const { nora, params, shapes } = await clinic()
  await keep(nora, params, shapes)
  for (const role of ['Nurse', 'SuperAdmin'] as const) {
    const other = await given.staff(role, nora.project)
    expect((await listed(other, params)).shapes).toEqual([])
    await keep(other, params, shapes.slice(1))
    await as(other).call(deleteMeasurements, { params })
  }
  expect((await listed(nora, params)).shapes).toEqual(shapes)
  const successor = await given.login('successor@measuring.example')
  await owner('update sessions set login_id = $2 where session_id = $1', [nora.session, successor])
  await owner('update providers set login_id = $2 where provider_id = $1', [nora.id, successor])
  expect((await listed(nora, params)).shapes).toEqual([])
})

test('a patient has none of these calls, nor has another clinic the study', async () => {
  const { nora, ana, scan, params, shapes } = await clinic()
  await imaging.opened(ana, await given.staff('Admin', nora.project), scan.study)
  const body = { shapes: measuredIn(scan) }
  const elsewhere = await given.staff('SuperAdmin')
  for (const [user, status] of [
    [ana, 403],
    [elsewhere, 404],
  ] as const) {
    const answers = [
      await send(user, listMeasurements, { params }),
      await keep(user, params, shapes),
      await send(user, deleteMeasurements, { params }),
      await send(user, saveMeasurementReport, { params, body }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([status, status, status, status])
  }
})

test('a shape without its points, and more than there may be, are refused', async () => {
  const { nora, params, shapes } = await clinic()
  const [length] = shapes as [SavedShape]
  for (const wrong of [
    [{ ...length, points: length.points.slice(1) }],
    [{ ...length, shape: 'angle' as const }],
    [{ ...length, frame: 0 }],
    [{ ...length, points: [{ x: -1, y: 0 }, ...length.points.slice(1)] }],
    [],
    Array.from({ length: maxMeasurements + 1 }, () => length),
  ])
    expect((await keep(nora, params, wrong)).status).toBe(400)
  expect(
    (
      await keep(
        nora,
        params,
        Array.from({ length: maxMeasurements }, () => length),
      )
    ).status,
  ).toBe(200)
})
