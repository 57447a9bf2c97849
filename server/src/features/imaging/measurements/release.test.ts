import {
  deletePatient,
  dicomwebRoot,
  downloadStudy,
  fillPath,
  listMeasurements,
  listMyScans,
  listNews,
  readNews,
  releaseMeasurementReport,
  restorePatient,
  saveMeasurementReport,
  withdrawMeasurementReport,
} from '@fornix/contract'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { TestUser } from '../../../../test/harness.ts'
import { measuredIn, measuringClinic, type MeasuredScan as Scan } from '../../../../test/measured.ts'
import { assignStudyTo, reconcile } from '../../../clinic/imaging/archive/reconcile.ts'

const clinic = await measuringClinic('Physician')
const { app, given, as, send, owner, platform, database, mailsTo } = clinic
const { imaging, nora, otto, adam, ana, scope, newScan } = clinic

type Saved = { report_id: string; series: string; instance: string }
const save = (user: TestUser, { study, ...at }: Scan) =>
  as(user).call(saveMeasurementReport, { params: { study }, body: { shapes: measuredIn(at) } })
const at = ({ study }: Scan, { report_id }: Saved) => ({ params: { study, report_id } })
const toPatient = (scan: Scan, saved: Saved, { code } = ana) => ({ ...at(scan, saved), body: { patient: code } })
const release = (scan: Scan, saved: Saved, patient = ana) =>
  as(otto).call(releaseMeasurementReport, toPatient(scan, saved, patient))
const withdraw = (scan: Scan, saved: Saved) => as(otto).call(withdrawMeasurementReport, at(scan, saved))
const listed = (user: TestUser, { study }: Scan) => as(user).call(listMeasurements, { params: { study } })

const get = (url: string, { token }: TestUser, language = 'en') =>
  app.inject({ url, headers: { authorization: `Bearer ${token}`, accept: '*/*', 'accept-language': language } })
const inScan = ({ study }: Scan, path: string, user = ana) => get(`${dicomwebRoot}/studies/${study}${path}`, user)
/** All responses that the patient gets about a scan without naming a series. */
const allOf = async (scan: Scan) => {
  const lists = ['/series?includefield=all', '/instances?includefield=all', '/metadata', '']
  const answers = await Promise.all([
    ...lists.map((path) => inScan(scan, path)),
    get(`${dicomwebRoot}/series?StudyInstanceUID=${scan.study}`, ana),
    get(`${dicomwebRoot}/instances?StudyInstanceUID=${scan.study}`, ana),
    get(fillPath(downloadStudy.path, { study: scan.study }), ana),
  ])
  return Buffer.concat(answers.map(({ rawPayload }) => rawPayload))
}
const names = (answer: Buffer, ...all: string[]) => all.map((uid) => answer.includes(uid))
/** The patient's response for each way to one report. */
const ways = async (scan: Scan, { series, instance }: Saved) => {
  const of = `/series/${series}/instances/${instance}`
  const paths = [of, `${of}/metadata`, `${of}/rendered?accept=text/html`]
  return Promise.all(paths.map(async (path) => (await inScan(scan, path)).statusCode))
}
const [open, closed] = [
  [200, 200, 200],
  [404, 404, 404],
]

test('a patient reads a report from its release on, in plain words, until it is taken back', async () => {
  const scan = await newScan()
  const saved = await save(otto, scan)
  expect(await ways(scan, saved)).toEqual(closed)
  await release(scan, saved)
  expect(await ways(scan, saved)).toEqual(open)
  expect(names(await allOf(scan), saved.series, saved.instance)).toEqual([true, true])
  const page = `/series/${saved.series}/instances/${saved.instance}/rendered?accept=text/html`
  const { body } = await inScan(scan, page)
  for (const text of [
    '<h1>Measurements</h1>',
    'Measured by Zoë Núñez on ',
    'Length:</strong> 23.5 mm',
    'not a diagnosis',
  ])
    expect(body).toContain(text)
  expect(body).not.toMatch(/Observer|MR signal|TID|UNVERIFIED|undefined/)
  expect((await inScan(scan, page, nora)).body).toContain('Imaging Measurement Report')
  expect((await get(`${dicomwebRoot}/studies/${scan.study}${page}`, ana, 'es')).body).toContain(
    'Medido por Zoë Núñez el ',
  )
  await withdraw(scan, saved)
  expect(await ways(scan, saved)).toEqual(closed)
  expect(names(await allOf(scan), saved.series, saved.instance)).toEqual([false, false])
})

describe('of several reports', async () => {
  const scan = await newScan()
  const first = await save(otto, scan)
  const second = await save(otto, scan)
  const theirs = await save(nora, scan)
  beforeEach(() => owner("update studies set released_reports = '{}' where study_uid = $1", [scan.study]))

  test('only the one that was released is there, also of its own series', async () => {
    expect(second.series).toBe(first.series)
    await release(scan, second)
    const answer = await allOf(scan)
    expect(names(answer, second.instance, theirs.series, theirs.instance)).toEqual([true, false, false])
    expect([await ways(scan, first), await ways(scan, second), await ways(scan, theirs)]).toEqual([
      closed,
      open,
      closed,
    ])
    // The second names the one it replaces; nothing of the first is listed.
    const instances = (await inScan(scan, `/series/${first.series}/instances`)).json() as object[]
    expect(instances).toHaveLength(1)
    expect(((await inScan(scan, `/series/${first.series}/metadata`)).json() as object[]).length).toBe(1)
    const files = (await inScan(scan, `/series/${first.series}`)).rawPayload
    expect(files.toString('latin1').split('application/dicom').length - 1).toBeLessThan(4)
    expect((await inScan(scan, `/series/${theirs.series}`)).statusCode).toBe(404)
  })

  test('what a list says of the series is of none of its files', async () => {
    await release(scan, second)
    const series = (await inScan(scan, '/series?includefield=0040A730,0040A078,00080018')).json() as {
      '0020000E': { Value: string[] }
      '00201209': { Value: number[] }
    }[]
    const own = series.find((one) => one['0020000E'].Value[0] === second.series)
    expect(Object.keys(own ?? {}).toSorted()).toEqual(
      expect.arrayContaining(['00080060', '0008103E', '0020000E', '00201209']),
    )
    expect(own?.['00201209'].Value).toEqual([1])
    for (const tag of ['0040A730', '0040A078', '00080018']) expect(own).not.toHaveProperty(tag)
  })

  test('the lists of scans count what the scanner sent', async () => {
    const counts = () =>
      owner('select series_count, instance_count, modalities, series_uid from studies where study_uid = $1', [
        scan.study,
      ])
    await reconcile(database, platform.archive, scope, scan.study)
    const before = await counts()
    expect(before).toMatchObject([{ series_count: 2, instance_count: 4, modalities: ['MR'] }])
    await release(scan, second)
    await reconcile(database, platform.archive, scope, scan.study)
    expect(await counts()).toEqual(before)
  })

  test('staff see which one is released, also behind a later one', async () => {
    await release(scan, first)
    const { reports } = await listed(nora, scan)
    expect(reports.map(({ report_id, is_released }) => [report_id, is_released])).toEqual(
      [theirs, second, first].map(({ report_id }) => [report_id, report_id === first.report_id]),
    )
  })

  test('the trail tells of each release and taking back, once, and of which report', async () => {
    const trail = () =>
      owner<{ action: string; result: string }>(
        `select action, result from audit_events
          where object_id = $1 and action in ('measurement.release', 'measurement.withdraw') order by event_id`,
        [scan.study],
      )
    const { length } = await trail()
    for (const change of [release, release, withdraw, withdraw]) await change(scan, second)
    const result = `ok Report ${second.instance}`
    expect((await trail()).slice(length)).toEqual([
      { action: 'measurement.release', result },
      { action: 'measurement.withdraw', result },
    ])
  })
})

test('a release opens nothing before the scan is open, and nothing when that ends', async () => {
  const scan = await imaging.stored({ project: otto.project, patient: ana.id })
  const saved = await save(otto, scan)
  await release(scan, saved)
  expect(await ways(scan, saved)).toEqual(closed)
  await imaging.opened(ana, adam, scan.study)
  expect(await ways(scan, saved)).toEqual(open)
  await imaging.revoke(ana, adam, scan.study)
  expect(await ways(scan, saved)).toEqual(closed)
})

test('only physicians release, only what is a report of this scan, and only to somebody', async () => {
  const [scan, other] = [await newScan(), await newScan()]
  const saved = await save(otto, scan)
  for (const user of [nora, adam, ana]) {
    expect((await send(user, releaseMeasurementReport, toPatient(scan, saved))).status).toBe(403)
    expect((await send(user, withdrawMeasurementReport, at(scan, saved))).status).toBe(403)
  }
  expect((await send(otto, releaseMeasurementReport, toPatient(other, saved))).status).toBe(404)
  const nobodys = await imaging.stored({ project: otto.project })
  const unread = await save(otto, nobodys)
  expect(await send(otto, releaseMeasurementReport, toPatient(nobodys, unread))).toMatchObject({ status: 409 })
  expect(await ways(scan, saved)).toEqual(closed)
})

test('a page that shows the patient of before releases to nobody', async () => {
  const scan = await newScan()
  const saved = await save(otto, scan)
  const ben = await given.patient(otto.project)
  await imaging.giveTo(scan.study, ben.id)
  expect(await send(otto, releaseMeasurementReport, toPatient(scan, saved, ana))).toMatchObject({
    status: 409,
    body: { code: 'stale', error: expect.stringContaining('another patient') },
  })
  const isReleased = async () => (await listed(otto, scan)).reports.map(({ is_released }) => is_released)
  expect(await isReleased()).toEqual([false])
  await as(otto).call(releaseMeasurementReport, toPatient(scan, saved, ben))
  expect(await isReleased()).toEqual([true])
})

test('whoever gets the scan later reads nothing that was released before', async () => {
  const scan = await newScan()
  const saved = await save(otto, scan)
  await release(scan, saved)
  const ben = await given.patient(otto.project)
  await database.scoped(scope, async (db) => {
    const { study_id } = await db
      .selectFrom('studies')
      .select('study_id')
      .where('study_uid', '=', scan.study)
      .executeTakeFirstOrThrow()
    await assignStudyTo(db, study_id, ben.id)
  })
  expect(await owner('select released_reports from studies where study_uid = $1', [scan.study])).toEqual([
    { released_reports: [] },
  ])
  expect((await as(ana).call(listMyScans, { params: { key: ana.email } })).scans).not.toContainEqual(
    expect.objectContaining({ study_UID: scan.study }),
  )
})

test('nor does another patient', async () => {
  const scan = await newScan()
  const saved = await save(otto, scan)
  await release(scan, saved)
  const ben = await given.patient(otto.project)
  const path = `/series/${saved.series}/instances/${saved.instance}`
  expect((await inScan(scan, path, ben)).statusCode).toBe(404)
})

describe('what is new for the patient', async () => {
  const eva = await given.patient(otto.project)
  const scan = await imaging.stored({ project: otto.project, patient: eva.id })
  await imaging.opened(eva, adam, scan.study)
  const saved = await save(otto, scan)
  const told = async (user = eva) =>
    (await as(user).call(listNews, { query: {} })).news.filter(({ kind }) => kind === 'report')
  const mails = async () => (await mailsTo(eva.email)).filter(({ subject }) => subject.startsWith('A report for you'))
  const waiting = () =>
    owner("select status from mail_outbox where idempotency_key like $1 and status = 'queued'", [
      `access report % ${saved.instance} %`,
    ])

  test('a released report is told in the bell and by an email that says nothing of it, until it is taken back', async () => {
    expect(await told()).toEqual([])
    await release(scan, saved, eva)
    const [news] = await told()
    expect(news).toMatchObject({ about: '20260910', is_new: true })
    const [mail, another] = await mails()
    expect(another).toBeUndefined()
    expect(mail?.body).toContain('Your care team shared a report with you. Sign in to read it:')
    expect(`${mail?.subject} ${mail?.body}`).not.toMatch(/length|scan of|measure|Núñez|2026/i)
    await release(scan, saved, eva)
    expect([await told(), await mails()]).toEqual([[news], [mail]])

    await withdraw(scan, saved)
    expect([await told(), await waiting()]).toEqual([[], []])
    await release(scan, saved, eva)
    expect([(await told()).length, (await mails()).length, (await waiting()).length]).toEqual([1, 2, 1])
    await as(eva).call(readNews, { body: { through: (await told())[0]!.at } })
    expect(await told()).toMatchObject([{ is_new: false }])
  })

  test('a caregiver reads of it with images, and without them does not', async () => {
    await release(scan, saved, eva)
    expect(await told(await given.caregiver(eva, ['images']))).toHaveLength(1)
    expect(await told(await given.caregiver(eva, ['visits', 'files', 'money']))).toEqual([])
  })

  test('nothing is told of a scan that is not open to the patient', async () => {
    const closed = await imaging.stored({ project: otto.project, patient: eva.id })
    const before = await mails()
    await release(closed, await save(otto, closed), eva)
    expect(await mails()).toEqual(before)
    await release(scan, saved, eva)
    expect(await told()).toHaveLength(1)
    await imaging.revoke(eva, adam, scan.study)
    expect(await told()).toEqual([])
  })

  test.each([
    ['open, is sent after all', true, 'queued'],
    ['no longer open, stays withdrawn', false, 'failed'],
  ])(
    'an email about a report that waits of a scan that is, once the deleted record is back, %s',
    async (_, isOpen, status) => {
      const openOwn = (own: boolean) =>
        owner('update projects set own_images_open = $2 where project_id = $1', [otto.project, own])
      await openOwn(true)
      onTestFinished(async () => {
        await openOwn(false)
      })
      const pia = await given.patient(otto.project)
      const own = await imaging.stored({ project: otto.project, patient: pia.id })
      await release(own, await save(otto, own), pia)
      const stateOf = () =>
        owner("select status from mail_outbox where patient_id = $1 and subject like 'A report%'", [pia.id])
      expect(await stateOf()).toEqual([{ status: 'queued' }])
      await as(adam).call(deletePatient, { params: { email: pia.email }, body: {} })
      expect(await stateOf()).toEqual([{ status: 'failed' }])
      await openOwn(isOpen)
      await as(adam).call(restorePatient, { params: { patient_id: pia.code } })
      expect(await stateOf()).toEqual([{ status }])
    },
  )

  test.each([
    ['the access is revoked', (pia: TestUser, study: string) => imaging.revoke(pia, adam, study)],
    [
      'the record is deleted',
      (pia: TestUser) => as(adam).call(deletePatient, { params: { email: pia.email }, body: {} }),
    ],
  ])('an email about a report that waits is withdrawn if %s', async (_, end) => {
    const pia = await given.patient(otto.project)
    const own = await imaging.stored({ project: otto.project, patient: pia.id })
    await imaging.opened(pia, adam, own.study)
    await release(own, await save(otto, own), pia)
    const unsent = async () =>
      (
        await owner<{ subject: string }>(
          "select subject from mail_outbox where patient_id = $1 and status = 'queued' and subject like 'A report%'",
          [pia.id],
        )
      ).length
    expect(await unsent()).toBe(1)
    await end(pia, own.study)
    expect(await unsent()).toBe(0)
  })

  test('whoever gets the scan later is told nothing', async () => {
    const [one] = await owner<{ released_at: object }>(
      "update studies set released_reports = '{}' where study_uid = $1 returning released_at",
      [scan.study],
    )
    expect(one?.released_at).toEqual({})
  })
})
