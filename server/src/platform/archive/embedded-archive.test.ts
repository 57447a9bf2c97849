import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { beforeAll, expect, test } from 'vitest'
import { aStudy, instancesOf, partsOf } from '../../../test/dicom.ts'
import { testApp } from '../../../test/harness.ts'
import { projectId, staffScope } from '../scope.ts'
import { embeddedArchive } from './embedded-archive.ts'

const { platform, database, given, folder, owner } = await testApp()
const archive = embeddedArchive(database, platform.files)
const scope = staffScope(projectId(await given.project()))
const elsewhere = staffScope(projectId(await given.project()))
const options = { maxBytes: 10_000_000 }
const store = (bytes: Buffer, limit = options) => archive.store(scope, Readable.from([bytes]), limit)

const study = aStudy('embedded')
const all = await instancesOf(study)
const [first] = all as [(typeof all)[0]]
const chain = { study: study.studyUid, series: first.seriesUid, instance: first.sopUid }

const storedFiles = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length

beforeAll(async () => {
  for (const { bytes } of all) await store(bytes)
})

test('a study comes back series by series, in the order of its slices, byte for byte', async () => {
  const series = await archive.seriesOf(scope, study.studyUid)
  expect(series.map((tags) => [tags['0008103E']?.Value?.[0], tags['00201209']?.Value?.[0]])).toContainEqual([
    'AX T1',
    36,
  ])
  expect(series).toHaveLength(3)
  const answer = await archive.files(scope, { study: study.studyUid, series: first.seriesUid })
  const parts = await partsOf(answer!)
  const sent = all.filter(({ seriesUid }) => seriesUid === first.seriesUid)
  expect(parts.every(({ bytes }, n) => sent[n]?.bytes.equals(bytes))).toBe(true)
  expect(parts).toHaveLength(36)
  expect(parts[0]?.type).toBe('application/dicom; transfer-syntax=1.2.840.10008.1.2.1')
})

test('the tags come without pixels, a frame as its bytes, and a picture as a PNG', async () => {
  const [tags] = (await archive.metadata(scope, chain, '/api/dicomweb')) ?? []
  expect(tags?.['7FE00010']).toEqual({
    vr: 'OW',
    BulkDataURI: expect.stringContaining(`/instances/${first.sopUid}/frames/1`),
  })
  expect(tags?.['00100010']?.Value).toEqual([{ Alphabetic: 'Łukasz^Ana' }])
  const [frame] = await partsOf((await archive.frames(scope, chain, [1]))!)
  expect(frame?.bytes.length).toBe(113 * 135 * 2)
  expect(first.bytes.includes(frame!.bytes)).toBe(true)
  const picture = await archive.rendered(scope, chain, {})
  expect(picture?.headers['content-type']).toBe('image/png')
  expect(picture?.body).toSatisfy((bytes: Buffer) => bytes.toString('latin1', 1, 4) === 'PNG')
})

test('what is not in the whole chain does not exist, and neither does another project’s', async () => {
  const other = { ...chain, series: all[40]!.seriesUid }
  expect(await archive.metadata(scope, other, '')).toBeNull()
  expect(await archive.files(scope, other)).toBeNull()
  expect(await archive.frames(scope, other, [1])).toBeNull()
  expect(await archive.rendered(scope, other, {})).toBeNull()
  expect(await archive.frames(scope, chain, [2])).toBeNull()
  expect(await archive.files(elsewhere, chain)).toBeNull()
  expect(await archive.seriesOf(elsewhere, study.studyUid)).toEqual([])
})

test('the same instance again is no second one; with other bytes, or of another patient, it is refused; nothing is left of it', async () => {
  const before = await storedFiles()
  expect(await store(first.bytes)).toMatchObject({ isNew: false })
  const changed = Buffer.from(first.bytes)
  changed[changed.length - 1] = 1
  await expect(store(changed)).rejects.toMatchObject({ reason: 'other_bytes' })
  const [stolen] = await instancesOf(aStudy('embedded', { patient: { ...study.patient, id: 'MRN-2' } }), 1)
  await expect(store(stolen!.bytes)).rejects.toMatchObject({ reason: 'other_patient' })
  await expect(store(first.bytes.subarray(0, 5000))).rejects.toMatchObject({ reason: 'truncated' })
  await expect(store(first.bytes, { maxBytes: 1000 })).rejects.toMatchObject({ reason: 'too_large' })
  expect(await storedFiles()).toBe(before)
  expect(await owner('select count(*)::int as count from archive_instances')).toEqual([{ count: 108 }])
})

test('two senders of one instance at once leave one', async () => {
  const [one] = await instancesOf(aStudy('twice'), 1)
  const results = await Promise.all([1, 2, 3].map(() => store(one!.bytes)))
  expect(results.filter(({ isNew }) => isNew)).toHaveLength(1)
})

test('on the disk there is nothing that could be read', async () => {
  const { execFileSync } = await import('node:child_process')
  const found = execFileSync('sh', ['-c', `grep -rlE 'ukasz|MRN-1|DICM' ${JSON.stringify(folder)} || true`]).toString()
  expect(found).toBe('')
})
