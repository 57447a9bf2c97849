import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { dicomwebRoot, downloadStudy, fillPath, listMeasurements, saveMeasurementReport } from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import { faultsOf, hasDcmtk, hasDicom3tools, treeByDcmtk } from '../../../../test/dicom-tools.ts'
import type { TestUser } from '../../../../test/harness.ts'
import { measuredIn, measuringClinic, type MeasuredScan as Scan, withoutNumbers } from '../../../../test/measured.ts'
import { onlyPart } from '../../../clinic/imaging/archive/only-part.ts'
import { reconcile } from '../../../clinic/imaging/archive/reconcile.ts'
import { finishArrivals } from '../../arrival/catch-up.ts'
import { newUid, reportFile } from './report-file.ts'

const clinic = await measuringClinic('Nurse')
const { app, given, as, send, owner, platform, database } = clinic
const { nora, otto, ana, scope, newScan } = clinic

const save = (user: TestUser, scan: Scan, shapes = [...measuredIn(scan)]) =>
  as(user).call(saveMeasurementReport, { params: { study: scan.study }, body: { shapes } })
const listed = (user: TestUser, { study }: Scan) => as(user).call(listMeasurements, { params: { study } })

const get = (path: string, { token }: TestUser, accept = '*/*') =>
  app.inject({ url: dicomwebRoot + path, headers: { authorization: `Bearer ${token}`, accept } })
const fileOf = async (chain: { study: string; series: string; instance: string }) => {
  const answer = await platform.archive.files(scope, chain)
  return buffer(onlyPart(answer!))
}

test('a report says who measured what, where and with what, as an independent reader tells', async (context) => {
  if (!hasDcmtk) return context.skip()
  const scan = await newScan()
  const { series, instance } = await save(nora, scan)
  const tree = treeByDcmtk(await fileOf({ study: scan.study, series, instance }))
  const image = `("1.2.840.10008.5.1.4.1.1.4","${scan.instance}")`
  for (const line of [
    'CONTAINER:(126000,DCM,"Imaging Measurement Report")=SEPARATE>  # TID 1500 (DCMR)',
    'PNAME:(121008,DCM,"Person Observer Name")="Núñez^Zoë"',
    'TEXT:(121013,DCM,"Device Observer Name")="Fornix',
    'NUM:(410668003,SCT,"Length")="23.4567891" (mm,UCUM,"millimeter")',
    'SCOORD:=(POLYLINE,0.5/1.25,3.5/3.75)',
    // The longer axis is vertical, so it comes first.
    'SCOORD:(111030,DCM,"Image Region")=(ELLIPSE,2/0.5,2/3.5,1/2,3/2)',
    `IMAGE:=${image}`,
    'NUM:(42798000,SCT,"Area")="4.71238898" (mm2,UCUM,"square millimeter")',
    'NUM:(110852,DCM,"MR signal intensity")="1023.5" (1,UCUM,"no units")',
    'CODE:(121401,DCM,"Derivation")=(373098007,SCT,"Mean")',
    'NUM:(110852,DCM,"MR signal intensity")="12.25" (1,UCUM,"no units")',
    'CODE:(121401,DCM,"Derivation")=(386136009,SCT,"Standard Deviation")',
    'NUM:(110852,DCM,"MR signal intensity")="-3" (1,UCUM,"no units")',
    'TEXT:(121106,DCM,"Comment")="at the detector"',
  ])
    expect(tree).toContain(line)
  expect(tree.split('TID 1501').length + tree.split('TID 1410').length).toBe(4)
})

test('nothing of it is against the standard, with a predecessor and without', async (context) => {
  if (!hasDicom3tools) return context.skip()
  const scan = await newScan()
  for (const _ of [1, 2]) expect(faultsOf(await fileOf({ study: scan.study, ...(await save(nora, scan)) }))).toEqual([])
})

test('it says that nobody has verified it, and is of the patient and the study of its pictures', async () => {
  const scan = await newScan()
  const { series, instance } = await save(nora, scan)
  const chain = { study: scan.study, series, instance }
  const [report] = (await platform.archive.metadata(scope, chain, '')) ?? []
  const [image] = (await platform.archive.metadata(scope, scan, '')) ?? []
  for (const tag of ['00100010', '00100020', '00100030', '0020000D', '00080020', '00080030'])
    expect([tag, report?.[tag]?.Value]).toEqual([tag, image?.[tag]?.Value])
  expect([report?.['0040A491']?.Value, report?.['0040A493']?.Value]).toEqual([['COMPLETE'], ['UNVERIFIED']])
  expect([report?.['00200011']?.Value, report?.['0008103E']?.Value]).toEqual([[901], ['Measurements']])
})

describe('of a scan that is open to its patient', async () => {
  const scan = await newScan()
  const saved = await save(nora, scan)
  const path = `/studies/${scan.study}`
  const inPath = `${path}/series/${saved.series}`
  const atPath = `${inPath}/instances/${saved.instance}`

  test('another member of staff finds it among the documents, and reads it', async () => {
    const list = await get(`${path}/instances?SOPClassUID=1.2.840.10008.5.1.4.1.1.88.33`, otto)
    expect(list.json()).toHaveLength(1)
    const page = await get(`${atPath}/rendered`, otto, 'text/html')
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('<h1>Imaging Measurement Report</h1>')
    expect(page.body).toContain('Zoë Núñez')
    expect(page.body).toContain('23.4567891 mm')
  })

  test.each<[string, string, string?]>([
    ['its page', `${atPath}/rendered`, 'text/html'],
    ['its tags', `${atPath}/metadata`],
    ['the tags of its series', `${inPath}/metadata`],
    ['the list of its series', `${inPath}/instances`],
    ['the files of its series', inPath],
    ['its file', atPath],
    ['its bare file', atPath, 'application/dicom'],
    ['a frame of it', `${atPath}/frames/1`],
    ['a large value of it', `${atPath}/bulkdata/00420011`],
    ['a small picture of its series', `${inPath}/thumbnail`],
  ])('its patient does not find %s', async (_, url, accept) => {
    expect((await get(url, ana, accept)).statusCode).toBe(404)
  })

  test.each(['/series', '/instances', '/metadata', ''])(
    'nor in what the address of the scan%s answers',
    async (what) => {
      const [own, theirs] = [await get(path + what, ana), await get(path + what, otto)]
      expect(own.statusCode).toBe(200)
      expect(own.body).toContain(scan.series)
      expect(own.rawPayload.includes(saved.series)).toBe(false)
      expect(theirs.rawPayload.includes(saved.series)).toBe(true)
    },
  )

  test('what is left of the files is what was sent', async () => {
    const answer = await get(path, ana)
    for (const chain of [scan, scan.other]) expect(answer.rawPayload.includes(await fileOf(chain))).toBe(true)
  })

  test('nor in a search of all scans', async () => {
    for (const level of ['series', 'instances'])
      expect((await get(`/${level}`, ana)).rawPayload.includes(saved.series)).toBe(false)
  })

  test('nor in the download', async () => {
    const hasReport = async ({ token }: TestUser) => {
      const url = fillPath(downloadStudy.path, { study: scan.study })
      const { rawPayload } = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
      return rawPayload.includes('901/0001.dcm')
    }
    expect([await hasReport(ana), await hasReport(otto)]).toEqual([false, true])
  })

  test('the lists count what the scanner sent, and nothing is done over again', async () => {
    await reconcile(database, platform.archive, scope, scan.study)
    const row = () =>
      owner(
        'select series_uid, series_count, instance_count, modalities, images_at from studies where study_uid = $1',
        [scan.study],
      )
    const [before] = await row()
    expect(before).toMatchObject({ series_count: 2, instance_count: 4, modalities: ['MR'], series_uid: scan.series })
    await save(nora, scan)
    await owner("update archive_instances set received_at = now() - interval '1 hour' where study_uid = $1", [
      scan.study,
    ])
    const trail = () => owner("select from audit_events where action = 'images.store' and object_id = $1", [scan.study])
    const earlier = await trail()
    await finishArrivals({ database, archive: platform.archive })
    expect(await row()).toEqual([before])
    expect(await trail()).toEqual(earlier)
  })
})

describe('of which the portal has forgotten that there is one', async () => {
  const asked = async (scan: Scan, user: TestUser) => {
    const { rawPayload: zip } = await app.inject({
      url: fillPath(downloadStudy.path, { study: scan.study }),
      headers: { authorization: `Bearer ${user.token}` },
    })
    const lists = ['/series', '/instances', '/metadata', '']
    return Buffer.concat([
      zip,
      ...(await Promise.all(lists.map(async (what) => (await get(`/studies/${scan.study}${what}`, user)).rawPayload))),
    ])
  }
  const paths = ({ study, series, instance }: { study: string; series: string; instance: string }) =>
    [`/series/${series}`, `/series/${series}/metadata`, `/series/${series}/instances/${instance}`].map(
      (path) => `/studies/${study}${path}`,
    )
  const expectHidden = async (scan: Scan, saved: { series: string; instance: string }) => {
    expect((await asked(scan, ana)).includes(saved.series)).toBe(false)
    for (const path of paths({ ...saved, study: scan.study }))
      expect([path, (await get(path, ana)).statusCode, (await get(path, otto)).statusCode]).toEqual([path, 404, 200])
  }
  const rowsOf = ({ study }: Scan) =>
    owner('select staff_series, series_count, instance_count from studies where study_uid = $1', [study])
  const known = ({ series }: { series: string }) => [{ staff_series: [series], series_count: 2, instance_count: 4 }]
  const forget = ({ study }: Scan) => owner("update studies set staff_series = '{}' where study_uid = $1", [study])

  test('its patient finds nothing, before the portal has looked again and after', async () => {
    const scan = await newScan()
    const saved = await save(nora, scan)
    await forget(scan)
    await expectHidden(scan, saved)
    await reconcile(database, platform.archive, scope, scan.study)
    expect(await rowsOf(scan)).toEqual(known(saved))
    await expectHidden(scan, saved)
  })

  test('a new row of the study has it from the start', async () => {
    const scan = await newScan()
    const saved = await save(nora, scan)
    await owner("update studies set study_uid = study_uid || '.1' where study_uid = $1", [scan.study])
    await reconcile(database, platform.archive, scope, scan.study)
    expect(await rowsOf(scan)).toEqual(known(saved))
  })

  test('one whose UID says nothing is told by who made it, also where a list leaves that out', async () => {
    const scan = await newScan()
    const [image] = (await platform.archive.metadata(scope, scan, '')) ?? []
    const write = async (series: string) => {
      const place = { series, instance: newUid(), seriesNumber: 901, instanceNumber: 1 }
      const day = { day: '20261123', time: '201500', version: '1' }
      const file = reportFile({ place, image: image!, predecessor: undefined, author: 'A', shapes: [], ...day })
      await platform.archive.store(scope, Readable.from([file]), { maxBytes: 1_000_000, study: scan.study })
      return place
    }
    const first = await write(newUid())
    await reconcile(database, platform.archive, scope, scan.study)
    expect(await rowsOf(scan)).toEqual(known(first))
    await expectHidden(scan, first)
    await forget(scan)
    const { seriesOf } = platform.archive
    await reconcile(database, { ...platform.archive, seriesOf: (of, study) => seriesOf(of, study) }, scope, scan.study)
    expect(await rowsOf(scan)).toEqual(known(first))
  })

  test('and what else a row knows stays in it', async () => {
    const scan = await newScan()
    const saved = await save(nora, scan)
    await owner("update studies set staff_series = '{1.2.3}' where study_uid = $1", [scan.study])
    await reconcile(database, platform.archive, scope, scan.study)
    expect(await rowsOf(scan)).toMatchObject([{ staff_series: ['1.2.3', saved.series] }])
  })
})

test('a study that a second project has keeps it from patients there, too', async () => {
  const scan = await newScan()
  const elsewhere = await given.project()
  await given.study({ project: elsewhere, uid: scan.study, series: scan.series })
  const { series } = await save(nora, scan)
  const rows = await owner('select staff_series from studies where study_uid = $1', [scan.study])
  expect(rows).toEqual([{ staff_series: [series] }, { staff_series: [series] }])
})

test('a later report replaces the one before in its series; those of others stay', async () => {
  const scan = await newScan()
  const [length, ellipse] = measuredIn(scan)
  const first = await save(nora, scan, [length])
  const theirs = await save(otto, scan, [ellipse])
  const second = await save(nora, scan, [ellipse])
  expect([second.series === first.series, theirs.series === first.series]).toEqual([true, false])
  const chain = { study: scan.study, series: second.series, instance: second.instance }
  const [tags] = (await platform.archive.metadata(scope, chain, '')) ?? []
  expect(JSON.stringify(tags?.['0040A360'])).toContain(first.instance)
  expect((await listed(otto, scan)).reports).toEqual([
    {
      report_id: second.report_id,
      author: 'Zoë Núñez',
      is_own: false,
      is_released: false,
      saved_at: expect.any(String),
      shapes: withoutNumbers([ellipse]),
    },
    expect.objectContaining({ report_id: theirs.report_id, is_own: true }),
  ])
  const trail = await owner(
    "select patient_id from audit_events where action = 'measurement.report' and object_id = $1",
    [scan.study],
  )
  expect(trail).toEqual([1, 2, 3].map(() => ({ patient_id: ana.id })))
})

test('of two at the same moment each is saved, or told that there is another', async () => {
  const scan = await newScan()
  const body = { shapes: [...measuredIn(scan)] }
  const answers = await Promise.all(
    [1, 2, 3].map(() => send(nora, saveMeasurementReport, { params: { study: scan.study }, body })),
  )
  const saved = answers.filter(({ status }) => status === 200)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3 - saved.length)
  const kept = await owner(
    'select instance_number from measurement_reports r join studies s using (project_id, study_id) where s.study_uid = $1',
    [scan.study],
  )
  expect(kept).toHaveLength(saved.length)
})

test('a shape in a picture that the scan does not have, or beside it, is refused, and nothing is stored', async () => {
  const [scan, other] = [await newScan(), await newScan()]
  const [length] = measuredIn(scan)
  for (const wrong of [
    { ...length, instance: other.instance },
    { ...length, series: other.series, instance: other.instance },
    { ...length, series: scan.other.series },
    { ...length, frame: 2 },
    {
      ...length,
      points: [
        { x: 0, y: 0 },
        { x: 4.5, y: 1 },
      ],
    },
  ]) {
    const answer = await send(nora, saveMeasurementReport, {
      params: { study: scan.study },
      body: { shapes: [length, wrong] },
    })
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('does not have') } })
  }
  expect(await platform.archive.seriesOf(scope, scan.study)).toHaveLength(2)
  expect((await listed(nora, scan)).reports).toEqual([])
})
