import { request } from 'node:http'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { arrivalWorld, bytesOf, named, uniqueStudy } from '../../../test/arrival-world.ts'
import { instancesOf } from '../../../test/dicom.ts'
import { stowBody, stowType } from '../../../test/stow.ts'
import { projectId, staffScope } from '../../platform/database/scope.ts'
import { finishArrivals } from './catch-up.ts'

const { app, given, owner, platform, project, tech, stow, storedFiles, rowsOf, auditOf } = await arrivalWorld()

test('of a connection that breaks, what came whole is stored and has its row; nothing is left of the rest', async () => {
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const parts = await bytesOf('broken', 3)
  const body = stowBody(parts)
  const before = await storedFiles()
  const headers = { 'content-type': stowType, 'content-length': body.length, authorization: `Bearer ${tech.token}` }
  const sending = request({ port: address.port, method: 'POST', path: '/api/dicomweb/studies', headers })
  sending.write(body.subarray(0, body.length - 5000))
  await expect.poll(storedFiles, { timeout: 10_000 }).toBe(before + 3)
  await expect.poll(() => rowsOf(uniqueStudy('broken').studyUid), { timeout: 10_000 }).toBe(2)
  const gone = new Promise((resolve) => sending.on('error', resolve))
  sending.destroy()
  await gone
  await expect.poll(async () => (await auditOf(uniqueStudy('broken').studyUid)).length, { timeout: 10_000 }).toBe(1)
  expect((await auditOf(uniqueStudy('broken').studyUid))[0]?.result).toBe('ok 2 new, 0 known, 0 refused')
  expect(await storedFiles()).toBe(before + 2)
  expect((await stow(body)).status).toBe(200)
})

test('a study whose process died before it got its row gets it within a minute, and not while it is on its way', async () => {
  const sent = uniqueStudy('orphan', 'MRN-orphan')
  const patient = await given.patient(project, { mrn_number: 'MRN-orphan', dob: null, ...named })
  const parts = await instancesOf(sent, 2)
  const scope = staffScope(projectId(project))
  const arrives = (n: number) =>
    platform.archive.store(scope, Readable.from([parts[n]!.bytes]), { maxBytes: 1_000_000 })
  const rests = (ago: string) =>
    owner('update archive_instances set received_at = received_at - $2::interval where study_uid = $1', [
      sent.studyUid,
      ago,
    ])
  const listed = async () =>
    await owner('select instance_count as images, patient_id from studies where study_uid = $1', [sent.studyUid])

  await arrives(0)
  await rests('20 seconds')
  await finishArrivals(platform)
  expect(await listed()).toEqual([])
  await rests('20 seconds')
  await finishArrivals(platform)
  expect(await listed()).toEqual([{ images: 1, patient_id: patient.id }])

  await arrives(1)
  await finishArrivals(platform)
  expect(await listed()).toMatchObject([{ images: 1 }])
  await rests('40 seconds')
  await finishArrivals(platform)
  await finishArrivals(platform)
  expect(await listed()).toMatchObject([{ images: 2 }])
  expect(await auditOf(sent.studyUid)).toEqual(Array(2).fill({ result: 'ok', actor_id: null, patient_id: patient.id }))
})

test('a study without a row is found however old it is', async () => {
  const sent = uniqueStudy('old orphan')
  const [one] = await instancesOf(sent, 1)
  await platform.archive.store(staffScope(projectId(project)), Readable.from([one!.bytes]), { maxBytes: 1_000_000 })
  await owner("update archive_instances set received_at = now() - interval '3 days' where study_uid = $1", [
    sent.studyUid,
  ])
  await owner("update archive_studies set changed_at = now() - interval '3 days' where study_uid = $1", [sent.studyUid])
  await finishArrivals(platform)
  expect(await owner('select instance_count from studies where study_uid = $1', [sent.studyUid])).toHaveLength(1)
})
