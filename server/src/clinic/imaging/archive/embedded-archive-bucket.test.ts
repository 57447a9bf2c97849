import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { aStudy, instancesOf, partsOf } from '../../../../test/dicom.ts'
import { testApp } from '../../../../test/harness.ts'
import { hasObjectStore, startObjectStore } from '../../../../test/object-store.ts'
import { projectId, staffScope } from '../../../platform/database/scope.ts'
import { s3Store } from '../../../platform/files/stores/s3-store.ts'
import { embeddedArchive } from './embedded-archive.ts'

const server = hasObjectStore ? await startObjectStore() : undefined
afterAll(() => server?.stop())

test.skipIf(!server)('scans lie in a bucket as they do in a folder, whole, in frames and as pictures', async () => {
  const { platform, database, given } = await testApp()
  const bucket = await server!.bucket()
  const store = s3Store(bucket)
  const archive = embeddedArchive(database, { ...platform.files, store })
  const scope = staffScope(projectId(await given.project()))
  const sample = aStudy('bucket')
  const sent = await instancesOf(sample, 3)
  const put = (bytes: Buffer) => archive.store(scope, Readable.from([bytes]), { maxBytes: 1_000_000 })

  for (const { bytes } of sent) expect(await put(bytes)).toMatchObject({ isNew: true })
  expect(await put(sent[0]!.bytes)).toMatchObject({ isNew: false })
  await expect(put(sent[0]!.bytes.subarray(0, 2000))).rejects.toThrow()
  await expect(put(Buffer.from('no image'))).rejects.toThrow()
  expect(await server!.inside(bucket.bucket)).toHaveLength(3)

  const { seriesUid: series, sopUid: instance } = sent[0]!
  const study = sample.studyUid
  const parts = await partsOf((await archive.files(scope, { study }))!)
  expect(parts).toHaveLength(3)
  for (const { bytes } of sent) expect(parts.some((part) => part.bytes.equals(bytes))).toBe(true)
  const [frame] = await partsOf((await archive.frames(scope, { study, series, instance }, [1]))!)
  expect(sent[0]!.bytes.includes(frame!.bytes)).toBe(true)
  expect((await archive.rendered(scope, { study, series, instance }, {}))?.headers['content-type']).toBe('image/png')
  await archive.ready()
  store.close()
})
