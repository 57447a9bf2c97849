import { execFileSync } from 'node:child_process'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { archiveTests } from '../../../../test/archive-suite.ts'
import { aStudy, instancesOf } from '../../../../test/dicom.ts'
import { dicomFile, imageElements } from '../../../../test/dicom-writer.ts'
import { testApp } from '../../../../test/harness.ts'
import { projectId, staffScope } from '../../../platform/database/scope.ts'
import { embeddedArchive } from './embedded-archive.ts'

const { platform, database, given, folder } = await testApp()
const archive = embeddedArchive(database, platform.files)
const scope = staffScope(projectId(await given.project()))
const elsewhere = staffScope(projectId(await given.project()))

archiveTests({ archive, scope, folder })

test('another project has nothing of it', async () => {
  const { studyUid: study } = aStudy('suite')
  expect(await archive.files(elsewhere, { study })).toBeNull()
  expect(await archive.metadata(elsewhere, { study }, '')).toBeNull()
  expect(await archive.seriesOf(elsewhere, study)).toEqual([])
})

test('the list of a series says how each image is compressed', async () => {
  const [first] = await instancesOf(aStudy('suite'), 1)
  const [one] = await archive.instancesOf(scope, { study: aStudy('suite').studyUid, series: first!.seriesUid })
  expect(one?.['00083002']?.Value).toEqual(['1.2.840.10008.1.2.1'])
})

test('the list of a series says that low is white by its presentation', async () => {
  const bytes = dicomFile({
    uids: { study: '2.25.81', series: '2.25.81.1', instance: '2.25.81.1.1' },
    more: [...imageElements(), [0x20500020, 'CS', 'INVERSE'], [0x7fe00010, 'OW', Buffer.alloc(32)]],
  })
  await archive.store(scope, Readable.from([bytes]), { maxBytes: 1_000_000 })
  const [one] = await archive.instancesOf(scope, { study: '2.25.81', series: '2.25.81.1' })
  expect(one?.['20500020']?.Value).toEqual(['INVERSE'])
})

test('the list of a series says that lines and letters are laid over an image, in whatever group', async () => {
  const bytes = dicomFile({
    uids: { study: '2.25.83', series: '2.25.83.1', instance: '2.25.83.1.1' },
    more: [...imageElements(), [0x601e0010, 'US', 4], [0x7fe00010, 'OW', Buffer.alloc(32)]],
  })
  await archive.store(scope, Readable.from([bytes]), { maxBytes: 1_000_000 })
  const [one] = await archive.instancesOf(scope, { study: '2.25.83', series: '2.25.83.1' })
  expect(one?.['601E0010']?.Value).toEqual([4])
})

test('the list of a series says that values come from a table, and has its entries where they are named only', async () => {
  const entries = Array.from({ length: 4096 }, () => '7').join('\\')
  const bytes = dicomFile({
    uids: { study: '2.25.82', series: '2.25.82.1', instance: '2.25.82.1.1' },
    more: [
      ...imageElements(),
      [0x00283000, 'SQ', [[[0x00283003, 'LO', entries]]]],
      [0x7fe00010, 'OW', Buffer.alloc(32)],
    ],
  })
  await archive.store(scope, Readable.from([bytes]), { maxBytes: 1_000_000 })
  const series = { study: '2.25.82', series: '2.25.82.1' }
  const [short] = await archive.instancesOf(scope, series)
  expect(short?.['00283000']).toEqual({ vr: 'SQ', Value: [{}] })
  const [whole] = await archive.instancesOf(scope, series, ['00283000'])
  expect(JSON.stringify(whole).length).toBeGreaterThan(4096)
})

test('two senders of one instance at once leave one', async () => {
  const [one] = await instancesOf(aStudy('twice'), 1)
  const send = () => archive.store(scope, Readable.from([one!.bytes]), { maxBytes: 1_000_000 })
  const results = await Promise.all([send(), send(), send()])
  expect(results.filter(({ isNew }) => isNew)).toHaveLength(1)
})

test('on the disk there is nothing that could be read', () => {
  const find = `grep -rlE 'ukasz|MRN-1|DICM' ${JSON.stringify(folder)} || true`
  expect(execFileSync('sh', ['-c', find]).toString()).toBe('')
})
