import { expect, test } from 'vitest'
import { projectId, staffScope } from '../../../platform/database/scope.ts'
import type { DicomJson } from '../dicom/dicom-json.ts'
import type { Chain, ImagingArchive } from './archive.ts'
import { measurementSeries, newStaffSeries, programName, staffSeriesIn } from './staff-series.ts'
import { withoutSeries } from './without-series.ts'

const scope = staffScope(projectId('01930000-0000-7000-8000-000000000001'))
const [study, series] = ['1.2.3', newStaffSeries()]
const [released, kept] = ['1.2.3.1', '1.2.3.2']
const ofInstance = (uid: string): DicomJson => ({ '00080018': { vr: 'UI', Value: [uid] } })

/** A PACS that omits the UIDs given in the address (PS3.18 10.6.3.3), with one staff series of two reports. */
const terse = (asked: Chain[] = []) =>
  ({
    seriesOf: async () => [{ '0020000E': { vr: 'UI', Value: [series] } }],
    instancesOf: async () => [released, kept].map(ofInstance),
    metadata: async (_scope: unknown, { instance }: Chain) =>
      [released, kept].filter((uid) => uid === (instance ?? uid)).map(ofInstance),
    files: async (_scope: unknown, chain: Chain) => {
      asked.push(chain)
      return { headers: {}, body: Buffer.from(`--x\r\n\r\n${chain.instance}\r\n--x--\r\n`) }
    },
  }) as unknown as ImagingArchive

test('reports that are not released are in no list of a PACS that leaves out the series of the address', async () => {
  const archive = withoutSeries(terse(), [], [released])
  expect(await archive.instancesOf(scope, { study, series })).toEqual([ofInstance(released)])
  expect(await archive.metadata(scope, { study, series }, '')).toEqual([ofInstance(released)])
  const [of] = await archive.seriesOf(scope, study)
  expect(of?.['00201209']?.Value).toEqual([1])
  const hidden = withoutSeries(terse(), [], [])
  expect(await hidden.instancesOf(scope, { study, series })).toEqual([])
  expect(await hidden.metadata(scope, { study, series }, '')).toBeNull()
  expect(await hidden.seriesOf(scope, study)).toEqual([])
})

test('nor are their files asked for', async () => {
  const asked: Chain[] = []
  const answer = await withoutSeries(terse(asked), [], [released]).files(scope, { study, series })
  if (answer && !Buffer.isBuffer(answer.body)) await answer.body.toArray().catch(() => {})
  expect(asked).toEqual([{ study, series, instance: released }])
})

test('a report in a series with another UID is staff’s, also where a list names its maker and says nothing', async () => {
  const tags: DicomJson = {
    '00080060': { vr: 'CS', Value: ['SR'] },
    '0008103E': { vr: 'LO', Value: [measurementSeries] },
    '0020000E': { vr: 'UI', Value: ['1.2.9'] },
  }
  const listing = (maker: DicomJson[string]) =>
    ({
      seriesOf: async () => [{ ...tags, '00080070': maker }],
      metadata: async () => [{ '00080070': { vr: 'LO', Value: [programName] } }],
    }) as unknown as ImagingArchive
  for (const maker of [{ vr: 'LO' }, { vr: 'LO', Value: [] }, { vr: 'LO', Value: [''] }])
    expect(await staffSeriesIn(listing(maker), scope, study)).toEqual(['1.2.9'])
  expect(await staffSeriesIn(listing({ vr: 'LO', Value: ['Siemens'] }), scope, study)).toEqual([])
})
