import { dicomwebRoot, listMeasurements, saveMeasurementReport } from '@fornix/contract'
import { afterAll, describe, expect, test } from 'vitest'
import type { TestUser } from '../../../../test/harness.ts'
import { imagingApp } from '../../../../test/imaging-world.ts'
import { measuredIn, withoutNumbers } from '../../../../test/measured.ts'
import { hasOrthanc, startOrthanc } from '../../../../test/orthanc.ts'
import { dicomwebArchive } from '../../../clinic/imaging/archive/dicomweb-archive.ts'
import { reconcile } from '../../../clinic/imaging/archive/reconcile.ts'
import { projectId, staffScope } from '../../../platform/database/scope.ts'

describe.runIf(hasOrthanc)('with a PACS', async () => {
  if (!hasOrthanc) return
  const orthanc = await startOrthanc()
  afterAll(() => orthanc.stop())
  const { app, given, as, owner, platform, database, imaging } = await imagingApp({
    platform: ({ files }) => ({ archive: dicomwebArchive(orthanc, files) }),
  })
  const nora = await given.staff('Nurse')
  const adam = await given.staff('Admin', nora.project)
  const ana = await given.patient(nora.project)
  const scope = staffScope(projectId(nora.project))
  const scan = await imaging.stored({ project: nora.project, patient: ana.id })
  await imaging.opened(ana, adam, scan.study)
  await reconcile(database, platform.archive, scope, scan.study)
  const params = { study: scan.study }
  const shapes = measuredIn(scan)
  const save = () => as(nora).call(saveMeasurementReport, { params, body: { shapes } })
  const get = (path: string, { token }: TestUser, study = scan.study) =>
    app.inject({
      url: `${dicomwebRoot}/studies/${study}${path}`,
      headers: { authorization: `Bearer ${token}`, accept: '*/*' },
    })

  test('a report is sent on to it by being saved, with its predecessor, and reads the same', async () => {
    const [first, second] = [await save(), await save()]
    const answer = await fetch(`${orthanc.url}/studies/${scan.study}/series/${first.series}/instances`, {
      headers: { ...orthanc.headers, accept: 'application/dicom+json' },
    })
    const there = (await answer.json()) as Record<string, { Value: string[] }>[]
    expect(there.map((tags) => tags['00080018']?.Value[0]).toSorted()).toEqual(
      [first.instance, second.instance].toSorted(),
    )
    const page = await get(`/series/${second.series}/instances/${second.instance}/rendered?accept=text/html`, adam)
    expect(page.body).toContain('23.4567891 mm')
    const { reports } = await as(adam).call(listMeasurements, { params })
    expect(reports).toMatchObject([{ report_id: second.report_id, shapes: withoutNumbers(shapes) }])
  })

  test('its patient finds nothing of it, and the lists count what the scanner sent', async () => {
    const { series, instance } = await save()
    for (const path of [`/series/${series}`, `/series/${series}/instances/${instance}`, `/series/${series}/metadata`])
      expect([path, (await get(path, ana)).statusCode, (await get(path, adam)).statusCode]).toEqual([path, 404, 200])
    for (const path of ['/series', '/instances', '/metadata', '']) {
      const [own, theirs] = [await get(path, ana), await get(path, adam)]
      expect([path, own.statusCode]).toEqual([path, 200])
      expect(own.rawPayload.includes(scan.series)).toBe(true)
      expect([own.rawPayload.includes(series), theirs.rawPayload.includes(series)]).toEqual([false, true])
    }
    const row = () =>
      owner('select series_count, instance_count, images_at from studies where study_uid = $1', [scan.study])
    const before = await row()
    expect(before).toMatchObject([{ series_count: 2, instance_count: 4 }])
    await reconcile(database, platform.archive, scope, scan.study)
    expect(await row()).toEqual(before)
  })

  test('nor does a portal show it that has forgotten it, or whose record of the study is new', async () => {
    const other = await imaging.stored({ project: nora.project, patient: ana.id })
    await imaging.opened(ana, adam, other.study)
    const saved = await as(nora).call(saveMeasurementReport, {
      params: { study: other.study },
      body: { shapes: measuredIn(other) },
    })
    const staffSeries = () => owner('select staff_series from studies where study_uid = $1', [other.study])
    const shown = async () => {
      const paths = ['/series', '/instances', '/metadata', '', `/series/${saved.series}`]
      const all = await Promise.all(paths.map((path) => get(path, ana, other.study)))
      return all.some(({ rawPayload }) => rawPayload.includes(saved.series))
    }
    await owner("update studies set staff_series = '{}' where study_uid = $1", [other.study])
    expect(await shown()).toBe(false)
    await reconcile(database, platform.archive, scope, other.study)
    expect(await staffSeries()).toEqual([{ staff_series: [saved.series] }])
    await owner("update studies set study_uid = study_uid || '.1' where study_uid = $1", [other.study])
    await reconcile(database, platform.archive, scope, other.study)
    expect(await staffSeries()).toEqual([{ staff_series: [saved.series] }])
    expect(await shown()).toBe(false)
  })
})
