import { dicomwebRoot } from '@fornix/contract'
import { api } from 'dicomweb-client'
import { beforeAll, expect, test, vi } from 'vitest'
import { aStudy, instancesOf } from '../../../test/dicom.ts'
import { dicomFile } from '../../../test/dicom-writer.ts'
import { testApp } from '../../../test/harness.ts'
import { XmlHttpRequest } from '../../../test/xml-http-request.ts'

vi.stubGlobal('XMLHttpRequest', XmlHttpRequest)

type Tags = Record<string, { Value?: unknown[]; BulkDataURI?: string }>

const { app, given } = await testApp()
const nora = await given.staff('Nurse')
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
/** Its own types require parameters that it does not need. */
type Calls = Record<
  | `searchFor${'Studies' | 'Series' | 'Instances'}`
  | `retrieve${'Study' | 'Series' | 'Instance'}${'' | 'Metadata'}`
  | `retrieveInstance${'Frames' | 'Rendered' | 'Thumbnail' | 'FramesRendered' | 'FramesThumbnail'}`
  | 'retrieveBulkData'
  | 'storeInstances',
  (options: object) => Promise<unknown>
>
const client = new api.DICOMwebClient({
  url: origin + dicomwebRoot,
  singlepart: '',
  verbose: false,
  headers: { Authorization: `Bearer ${nora.token}` },
}) as unknown as Calls
const sent = aStudy('client', { patient: { ...aStudy('client').patient, id: 'MRN-CLIENT' } })
const all = await instancesOf(sent, 38)
const first = all[0]!
const bytesOf = (bytes: Buffer) => Uint8Array.from(bytes).buffer
const isSame = (received: unknown, bytes: Buffer) => Buffer.from(received as ArrayBuffer).equals(bytes)
const studyInstanceUID = sent.studyUid
const ofSeries = { studyInstanceUID, seriesInstanceUID: first.seriesUid }
const ofInstance = { ...ofSeries, sopInstanceUID: first.sopUid }
const uidsOf = (list: unknown, tag: string) => (list as Tags[]).map((tags) => tags[tag]?.Value?.[0])
const pictureOf = (bytes: unknown) => Buffer.from(bytes as ArrayBuffer).toString('latin1', 1, 4)

beforeAll(async () => {
  await client.storeInstances({ datasets: all.map(({ bytes }) => bytesOf(bytes)) })
})

test('storeInstances, also to a study; what is refused is told', async () => {
  const answer = await client.storeInstances({ datasets: [bytesOf(first.bytes)], studyInstanceUID })
  expect(JSON.parse(String(answer))).toMatchObject({
    '00081190': { Value: [expect.stringContaining(studyInstanceUID)] },
  })
  await expect(
    client.storeInstances({ datasets: [bytesOf(first.bytes)], studyInstanceUID: '1.2.3' }),
  ).rejects.toMatchObject({ status: 409 })
})

test('searchForStudies, searchForSeries and searchForInstances', async () => {
  for (const queryParams of [{ PatientID: 'MRN-CLIENT' }, { '0020000D': studyInstanceUID }, { StudyDate: '2026*' }]) {
    const found = client.searchForStudies({ queryParams })
    if ('StudyDate' in queryParams) await expect(found).rejects.toMatchObject({ status: 400 })
    else if ('0020000D' in queryParams) expect(uidsOf(await found, '0020000D')).toEqual([studyInstanceUID])
    // Nobody's record: a DICOM PatientID finds no study before it is matched.
    else expect(await found).toEqual([])
  }
  expect(await client.searchForSeries({ studyInstanceUID })).toHaveLength(2)
  expect(
    uidsOf(await client.searchForSeries({ queryParams: { StudyInstanceUID: studyInstanceUID } }), '0020000E'),
  ).toHaveLength(2)
  expect(await client.searchForInstances(ofSeries)).toHaveLength(36)
  expect(await client.searchForInstances({ studyInstanceUID })).toHaveLength(38)
  const one = await client.searchForInstances({ queryParams: { SOPInstanceUID: first.sopUid } })
  expect(uidsOf(one, '00080018')).toEqual([first.sopUid])
})

test('metadata of a study, a series and an instance', async () => {
  expect(await client.retrieveStudyMetadata({ studyInstanceUID })).toHaveLength(38)
  expect(await client.retrieveSeriesMetadata(ofSeries)).toHaveLength(36)
  expect(await client.retrieveInstanceMetadata(ofInstance)).toMatchObject([{ '00080018': { Value: [first.sopUid] } }])
})

test('a study, a series and an instance byte for byte', async () => {
  const study = (await client.retrieveStudy({ studyInstanceUID })) as unknown[]
  expect(study).toHaveLength(38)
  for (const { bytes } of all) expect(study.some((part) => isSame(part, bytes))).toBe(true)
  expect(await client.retrieveSeries(ofSeries)).toHaveLength(36)
  expect(isSame(await client.retrieveInstance(ofInstance), first.bytes)).toBe(true)
})

test('frames, as they are and as octets in their syntax', async () => {
  for (const mediaTypes of [
    undefined,
    [{ mediaType: 'application/octet-stream', transferSyntaxUID: '*' }],
    [{ mediaType: 'application/octet-stream', transferSyntaxUID: '1.2.840.10008.1.2.1' }],
  ]) {
    const [frame] = (await client.retrieveInstanceFrames({
      ...ofInstance,
      frameNumbers: [1],
      ...(mediaTypes && { mediaTypes }),
    })) as ArrayBuffer[]
    expect(first.bytes.includes(Buffer.from(frame as ArrayBuffer))).toBe(true)
  }
})

test('pictures and thumbnails of an instance and of its frames', async () => {
  const mediaTypes = [{ mediaType: 'image/png' }]
  expect(pictureOf(await client.retrieveInstanceRendered({ ...ofInstance, mediaTypes }).then(one))).toBe('PNG')
  expect(pictureOf(await client.retrieveInstanceThumbnail({ ...ofInstance, mediaTypes }).then(one))).toBe('PNG')
  const frames = { ...ofInstance, frameNumbers: [1], mediaTypes }
  expect(pictureOf(await client.retrieveInstanceFramesRendered(frames).then(one))).toBe('PNG')
  expect(pictureOf(await client.retrieveInstanceFramesThumbnail(frames).then(one))).toBe('PNG')
})
const one = (answer: unknown) => (Array.isArray(answer) ? answer[0] : answer)

test('retrieveBulkData reads what the tags name', async () => {
  const uids = { study: '2.25.77', series: '2.25.77.1', instance: '2.25.77.1.1' }
  const document = Buffer.alloc(10_000, 'PDF ')
  const sopClass = '1.2.840.10008.5.1.4.1.1.104.1'
  const file = dicomFile({ uids, sopClass, modality: 'DOC', more: [[0x00420011, 'OB', document]] })
  await client.storeInstances({ datasets: [bytesOf(file)] })
  const [tags] = (await client.retrieveInstanceMetadata({
    studyInstanceUID: uids.study,
    seriesInstanceUID: uids.series,
    sopInstanceUID: uids.instance,
  })) as Tags[]
  const BulkDataURI = origin + tags?.['00420011']?.BulkDataURI
  const [value] = (await client.retrieveBulkData({ BulkDataURI })) as unknown[]
  expect(isSame(value, document)).toBe(true)
})
