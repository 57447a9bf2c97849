import {
  dicomwebRoot,
  downloadStudy,
  fillPath,
  releaseMeasurementReport,
  saveMeasurementReport,
  withdrawMeasurementReport,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { type MeasuredScan, measuredIn, measuringClinic } from '../../../test/measured.ts'
import type { ImagingArchive } from '../../clinic/imaging/archive/archive.ts'

let afterFirst = async () => {}
let opened = 0
const open = async <T>(reading: Promise<T>) => {
  const answer = await reading
  if (++opened === 1) await afterFirst()
  return answer
}
const { app, as, otto, ana, newScan, owner } = await measuringClinic('Physician', {
  platform: ({ archive }) => ({
    archive: {
      ...archive,
      files: (...args: Parameters<ImagingArchive['files']>) => open(archive.files(...args)),
      rendered: (...args: Parameters<ImagingArchive['rendered']>) => open(archive.rendered(...args)),
    },
  }),
})

const save = ({ study, ...at }: MeasuredScan) =>
  as(otto).call(saveMeasurementReport, { params: { study }, body: { shapes: measuredIn(at) } })
const withReport = async () => {
  const scan = await newScan()
  const saved = await save(scan)
  const params = { study: scan.study, report_id: saved.report_id }
  await as(otto).call(releaseMeasurementReport, { params, body: { patient: ana.code } })
  return { scan, saved, withdraw: () => as(otto).call(withdrawMeasurementReport, { params }) }
}
const load = (url: string) => {
  opened = 0
  return app.inject({ url, headers: { authorization: `Bearer ${ana.token}`, accept: '*/*' } })
}
const zipOf = ({ study }: MeasuredScan) => fillPath(downloadStudy.path, { study })
const picturesOf = ({ study }: MeasuredScan, series = '') =>
  `${dicomwebRoot}/studies/${study}${series && `/series/${series}`}/rendered`

test.each([
  ['a ZIP', zipOf],
  ['the pictures of a study', (scan: MeasuredScan) => picturesOf(scan)],
])('%s ends once a report that may be in it is taken back', async (_, urlOf) => {
  const { scan, withdraw } = await withReport()
  afterFirst = async () => void (await withdraw())
  await expect(load(urlOf(scan))).rejects.toThrow('destroyed before completion')
  expect(opened).toBe(1)
})

test('a ZIP ends once one of its series is found to be for staff', async () => {
  const scan = await newScan()
  afterFirst = async () =>
    void (await owner('update studies set staff_series = array[$2] where study_uid = $1', [
      scan.study,
      scan.other.series,
    ]))
  await expect(load(zipOf(scan))).rejects.toThrow('destroyed before completion')
  expect(opened).toBe(1)
})

test('a series of images goes on when a report beside it is taken back, and a ZIP when staff save a report', async () => {
  const { scan, withdraw } = await withReport()
  afterFirst = async () => void (await withdraw())
  expect((await load(picturesOf(scan, scan.series))).statusCode).toBe(200)
  expect(opened).toBe(2)
  const other = await newScan()
  afterFirst = async () => void (await save(other))
  expect((await load(zipOf(other))).statusCode).toBe(200)
  expect(opened).toBe(4)
})
