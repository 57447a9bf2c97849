import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { listScanQuality } from '@fornix/contract'
import { type Instance, mrSeries, type Sequence } from '@fornix/demo/seeds/scans/mr-series.ts'
import { expect, test } from 'vitest'
import { aStudy } from '../../../test/dicom.ts'
import { testApp } from '../../../test/harness.ts'
import { reconcile } from '../../clinic/imaging/archive/reconcile.ts'
import { projectId, staffScope } from '../../platform/database/scope.ts'
import { checkStudies } from './check-studies.ts'

const { given, as, owner, platform } = await testApp()
const project = await given.project()
const tech = await given.staff('MRI-Tech', project)
const scope = staffScope(projectId(project))

const side = 64
const volume = { nx: side, ny: side, nz: 6, dx: 2, dy: 2, dz: 5, data: new Uint8Array(side * side * 6) }
/** A bright square in noise; less signal where `signal` is small. */
const sequence = (signal: number): Sequence => ({
  number: 1,
  description: 'T1 AX',
  scanning: 'GR',
  repetitionMs: 880,
  echoMs: 5,
  window: { center: 1000, width: 2000 },
  valueAt: (voxel) => {
    const [x, y] = [voxel % side, Math.floor(voxel / side) % side]
    const isInside = x > 16 && x < 48 && y > 16 && y < 48
    return (isInside ? signal : 10) + ((voxel * 7919) % 21)
  },
})

/** A study with one series, of which only some slices arrived. */
const arrives = async (signal: number, isSent: (instance: Instance, n: number) => boolean = () => true) => {
  const study = aStudy(randomBytes(8).toString('hex'))
  const instances = [...mrSeries(volume, study, sequence(signal))]
  const send = async (some: Instance[]) => {
    for (const { bytes } of some) await platform.archive.store(scope, Readable.from([bytes]), { maxBytes: 1_000_000 })
    await reconcile(platform.database, platform.archive, scope, study.studyUid)
  }
  await send(instances.filter(isSent))
  return { uid: study.studyUid, sendRest: () => send(instances) }
}
const check = (quietSeconds = 0) => checkStudies(platform, { quietSeconds })
const cameLongAgo = (uid: string, ago: string) =>
  owner(
    'update studies set images_at = now() - $2::interval, check_began_at = check_began_at - $2::interval where study_uid = $1',
    [uid, ago],
  )
const qualityOf = async (uid: string, user = tech) => {
  const { studies } = await as(user).call(listScanQuality, { body: { studies: [uid] } })
  return studies[0]
}

test('a study is arriving until nothing has come for a while, then it is checked, and once more when more comes', async () => {
  const { uid, sendRest } = await arrives(1500, (_, n) => n !== 2)
  await check(30)
  expect(await qualityOf(uid)).toEqual({ study_UID: uid, state: 'arriving', images: 5, series: [] })
  await cameLongAgo(uid, '31 seconds')
  expect(await qualityOf(uid)).toMatchObject({ state: 'checking' })
  await check(30)
  expect(await qualityOf(uid)).toMatchObject({
    state: 'checked',
    series: [
      { description: 'T1 AX', images: 5, slices: 5, missing_slices: 1, spacing_mm: 5, issues: ['missing_slices'] },
    ],
  })

  await sendRest()
  expect(await qualityOf(uid)).toMatchObject({ state: 'arriving', images: 6, series: [] })
  await cameLongAgo(uid, '31 seconds')
  await check(30)
  expect(await qualityOf(uid)).toMatchObject({
    state: 'checked',
    series: [{ slices: 6, missing_slices: 0, issues: [] }],
  })
})

test('little signal is said once the scanner has a history of the same series', async () => {
  for (let n = 0; n < 8; n++) await arrives(1500)
  await check()
  const { uid } = await arrives(500)
  await check()
  await cameLongAgo(uid, '1 minute')
  const [series] = (await qualityOf(uid))?.series ?? []
  expect(series?.issues).toEqual(['low_signal'])
  expect((series?.usual_snr ?? 0) / (series?.snr ?? 1)).toBeCloseTo(3, 0)
})

test('what comes during a check is not taken for checked', async () => {
  const { uid, sendRest } = await arrives(1500, (_, n) => n < 4)
  const seriesOf: typeof platform.archive.seriesOf = async (...asked) => {
    const series = await platform.archive.seriesOf(...asked)
    if (asked[1] === uid) await sendRest()
    return series
  }
  await cameLongAgo(uid, '31 seconds')
  await checkStudies({ ...platform, archive: { ...platform.archive, seriesOf } })
  await cameLongAgo(uid, '31 seconds')
  expect(await qualityOf(uid)).toMatchObject({ state: 'checking' })
})

test('what came before images were checked, or cannot be checked, waits for nothing', async () => {
  const { uid } = await arrives(1500)
  await cameLongAgo(uid, '2 hours')
  expect(await qualityOf(uid)).toMatchObject({ state: 'unchecked' })
  await owner('update studies set images_at = null where study_uid = $1', [uid])
  expect(await qualityOf(uid)).toMatchObject({ state: 'unchecked' })
})

test('of a study of another project nobody hears', async () => {
  const { uid } = await arrives(1500)
  const other = await given.staff('MRI-Tech', await given.project())
  expect(await qualityOf(uid, other)).toBeUndefined()
})
