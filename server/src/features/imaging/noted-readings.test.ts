import { readInstance, readSeriesMetadata } from '@fornix/contract'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { imagingIn } from '../../../test/imaging-world.ts'

const world = await testApp()
const { given, send, owner } = world

test('the images of a series are noted once a session, and not slice by slice', async () => {
  const ana = await given.patient()
  const [nora, nick] = [await given.staff('Nurse', ana.project), await given.staff('Nurse', ana.project)]
  const { study, series, instance, other } = await imagingIn(world).stored({ project: ana.project, patient: ana.id })
  const params = { study, series, instance }
  for (const reader of [nora, nora, nick]) {
    expect((await send(reader, readSeriesMetadata, { params })).status).toBe(200)
    expect((await send(reader, readInstance, { params })).status).toBe(200)
  }
  await send(nora, readSeriesMetadata, { params: { study, series: other.series } })

  const noted = await owner(
    `select actor_id, object_id from audit_events where action = 'images.read' and patient_id = $1 order by event_id`,
    [ana.id],
  )
  expect(noted).toEqual([
    { actor_id: nora.id, object_id: series },
    { actor_id: nick.id, object_id: series },
    { actor_id: nora.id, object_id: other.series },
  ])
})
