import { buffer } from 'node:stream/consumers'
import { dicomwebRoot, downloadStudy, StoreResponse } from '@fornix/contract'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import {
  type DicomElement,
  dicomFile,
  fragments,
  imageElements,
  type OddFile,
  type Uids,
} from '../../../../test/dicom-writer.ts'
import { testApp } from '../../../../test/harness.ts'
import { stowBody, stowType } from '../../../../test/stow.ts'

const { app, given, send } = await testApp({ environment: { MAX_INSTANCE_MB: '12' } })
const project = await given.project()
const nora = await given.staff('Nurse', project)
const headers = { authorization: `Bearer ${nora.token}` }

const study = '2.25.900'
let made = 0
const newUids = (): Uids => ({ study, series: `${study}.${++made}`, instance: `${study}.${made}.1` })
const stow = async (bytes: Buffer) => {
  const payload = stowBody([bytes])
  const url = `${dicomwebRoot}/studies/`
  const answer = await app.inject({ method: 'POST', url, payload, headers: { ...headers, 'content-type': stowType } })
  return { status: answer.statusCode, ...StoreResponse.parse(answer.json()) }
}
const pathOf = ({ study, series, instance }: Uids) =>
  `${dicomwebRoot}/studies/${study}/series/${series}/instances/${instance}`
const get = (url: string, accept?: string) => app.inject({ url, headers: { ...headers, ...(accept && { accept }) } })

const pixels = Buffer.from(Array.from({ length: 32 }, (_, n) => n * 7))
const native: DicomElement = [0x7fe00010, 'OW', pixels]
const swapped = Buffer.from(pixels).swap16()
const jpegs = '1.2.840.10008.1.2.4'
const pdf = Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(9 * 1024 * 1024, 0x20)])
const text: DicomElement = [0x0040a160, 'UT', 'A report in words']
const tags = imageElements()

const odd: Record<string, Omit<OddFile, 'uids'>> = {
  'implicit little endian': { syntax: '1.2.840.10008.1.2', more: [...tags, native] },
  'big endian': { syntax: '1.2.840.10008.1.2.2', more: [...tags, [0x7fe00010, 'OW', swapped]] },
  deflated: { syntax: '1.2.840.10008.1.2.1.99', more: [...tags, native] },
  'uncompressed YBR_FULL_422': {
    more: [...imageElements({ bits: 8, samples: 3, photometric: 'YBR_FULL_422' }), [0x7fe00010, 'OB', pixels]],
  },
  'HTJ2K 201': { syntax: `${jpegs}.201`, more: [...tags, fragments(pixels)] },
  'HTJ2K 202': { syntax: `${jpegs}.202`, more: [...tags, fragments(pixels)] },
  'HTJ2K 203': { syntax: `${jpegs}.203`, more: [...tags, fragments(pixels)] },
  'MPEG2, 30 frames in one stream': {
    syntax: `${jpegs}.100`,
    more: [...imageElements({ frames: 30, samples: 3, bits: 8 }), fragments(pixels)],
  },
  'H.264 in fragments': {
    syntax: `${jpegs}.102.1`,
    more: [...imageElements({ frames: 9 }), fragments(pixels, pixels)],
  },
  'a structured report': { sopClass: '1.2.840.10008.5.1.4.1.1.88.11', modality: 'SR', more: [text] },
  'a deflated report': {
    syntax: '1.2.840.10008.1.2.1.99',
    sopClass: '1.2.840.10008.5.1.4.1.1.88.11',
    modality: 'SR',
    more: [text],
  },
  'a PDF of 9 MB': {
    sopClass: '1.2.840.10008.5.1.4.1.1.104.1',
    modality: 'DOC',
    more: [
      [0x00420011, 'OB', pdf],
      [0x00420012, 'LO', 'application/pdf'],
    ],
  },
  'a presentation state': { sopClass: '1.2.840.10008.5.1.4.1.1.11.1', modality: 'PR' },
  'a key object': { sopClass: '1.2.840.10008.5.1.4.1.1.88.59', modality: 'KO' },
  'an RT structure set': { sopClass: '1.2.840.10008.5.1.4.1.1.481.3', modality: 'RTSTRUCT' },
  'an RT plan': { sopClass: '1.2.840.10008.5.1.4.1.1.481.5', modality: 'RTPLAN' },
  spectroscopy: {
    sopClass: '1.2.840.10008.5.1.4.1.1.4.2',
    more: [
      [0x00280010, 'US', 1],
      [0x00280011, 'US', 1],
      [0x56000020, 'OF', Buffer.alloc(8192, 1)],
    ],
  },
  'raw data': { sopClass: '1.2.840.10008.5.1.4.1.1.66', more: [[0x00291001, 'OB', Buffer.alloc(200_000, 7)]] },
  'a parametric map of floats': {
    sopClass: '1.2.840.10008.5.1.4.1.1.30',
    more: [...imageElements({ bits: 32 }), [0x7fe00008, 'OF', Buffer.alloc(64, 3)]],
  },
  'a parametric map of doubles': {
    sopClass: '1.2.840.10008.5.1.4.1.1.30',
    more: [...imageElements({ bits: 64 }), [0x7fe00009, 'OD', Buffer.alloc(128, 3)]],
  },
  'a segmentation of single bits': {
    sopClass: '1.2.840.10008.5.1.4.1.1.66.4',
    modality: 'SEG',
    more: [...imageElements({ bits: 1, rows: 3, columns: 3, frames: 3 }), [0x7fe00010, 'OB', Buffer.alloc(4, 5)]],
  },
  'long private values before the pixels': {
    more: [[0x00291001, 'OB', Buffer.alloc(300_000, 1)], [0x00291002, 'UN', Buffer.alloc(70_000, 2)], ...tags, native],
  },
  'NUL in every text': {
    patient: 'ODD-1\0',
    more: [[0x00081030, 'LO', 'Head\0'], [0x0008103e, 'LO', 'AX\0\0'], ...tags, native],
  },
  'no dates, a number with padding': { more: [[0x00200011, 'IS', '3\0'], ...tags, native] },
  'padding behind the pixels': { more: [...tags, native, [0xfffcfffc, 'OB', Buffer.alloc(10)]] },
}
const stored = Object.entries(odd).map(([what, file]) => {
  const uids = newUids()
  return { what, uids, bytes: dicomFile({ uids, ...file }), syntax: file.syntax ?? '1.2.840.10008.1.2.1' }
})

test.each(stored)('$what: what was sent comes back byte for byte, with its tags', async ({ bytes, uids, syntax }) => {
  expect(await stow(bytes)).toMatchObject({ status: 200, duplicates: 0, refused: [] })
  const file = await get(pathOf(uids), 'application/dicom')
  expect(file.headers['content-type']).toMatch(/^application\/dicom/)
  expect(file.rawPayload.equals(bytes)).toBe(true)
  const [metadata] = (await get(`${pathOf(uids)}/metadata`)).json()
  expect(metadata).toMatchObject({
    '00100020': { vr: 'LO', Value: ['ODD-1'] },
    '00200013': { vr: 'IS', Value: [7] },
    '0020000E': { vr: 'UI', Value: [uids.series] },
    '00083002': { vr: 'UI', Value: [syntax] },
  })
  const asStored = `multipart/related; type="application/dicom"; transfer-syntax=${syntax}`
  expect((await get(pathOf(uids), asStored)).statusCode).toBe(200)
  const other = 'multipart/related; type="application/dicom"; transfer-syntax=1.2.840.10008.1.2.4.50'
  expect((await get(pathOf(uids), other)).statusCode).toBe(406)
})

test('all of them are counted, listed and in the ZIP', async () => {
  const { body } = await send(nora, downloadStudy, { params: { study } }).then(async ({ bytes }) => ({
    body: await fromBufferPromise(bytes),
  }))
  const files: Buffer[] = []
  for await (const entry of body.eachEntry()) files.push(await buffer(await body.openReadStreamPromise(entry)))
  expect(files).toHaveLength(stored.length)
  for (const { what, bytes } of stored) expect([what, files.some((file) => file.equals(bytes))]).toEqual([what, true])
  const [listed] = (await get(`${dicomwebRoot}/studies?StudyInstanceUID=${study}`)).json()
  expect(listed['00201208'].Value).toEqual([stored.length])
  expect(listed['00080061'].Value).toEqual(['DOC', 'KO', 'MR', 'PR', 'RTPLAN', 'RTSTRUCT', 'SEG', 'SR'])
})

const of = (what: string) => stored.find((one) => one.what === what)!
const partOf = (payload: Buffer) => payload.subarray(payload.indexOf('\r\n\r\n') + 4, payload.lastIndexOf('\r\n--'))

test('frames are the bytes of the dataset, also of a deflated one', async () => {
  for (const [what, bytes] of [
    ['implicit little endian', pixels],
    ['big endian', swapped],
    ['deflated', pixels],
    ['uncompressed YBR_FULL_422', pixels],
    ['HTJ2K 203', pixels],
    ['long private values before the pixels', pixels],
    ['a parametric map of floats', Buffer.alloc(64, 3)],
  ] as const)
    expect([what, partOf((await get(`${pathOf(of(what).uids)}/frames/1`)).rawPayload)]).toEqual([what, bytes])
  expect((await get(`${pathOf(of('a structured report').uids)}/frames/1`)).statusCode).toBe(404)
})

test('long values are named in the tags, and read where they say', async () => {
  const { uids } = of('a PDF of 9 MB')
  const [metadata] = (await get(`${pathOf(uids)}/metadata`)).json()
  expect(metadata['00420011']).toEqual({ vr: 'OB', BulkDataURI: `${pathOf(uids)}/bulkdata/00420011` })
  expect(metadata['00420012'].Value).toEqual(['application/pdf'])
  expect(metadata['7FE00010']).toBeUndefined()
  const bare = await get(metadata['00420011'].BulkDataURI, 'application/octet-stream')
  expect(bare.rawPayload.equals(pdf)).toBe(true)
  expect(partOf((await get(metadata['00420011'].BulkDataURI)).rawPayload).equals(pdf)).toBe(true)
  expect((await get(`${pathOf(uids)}/bulkdata/00100020`)).statusCode).toBe(404)
  expect((await get(`${pathOf(of('deflated').uids)}/bulkdata/00420011`)).statusCode).toBe(404)
  const map = of('a parametric map of floats').uids
  const [tagsOfMap] = (await get(`${pathOf(map)}/metadata`)).json()
  expect(Object.keys(tagsOfMap)).toContain('7FE00008')
  expect(Object.keys(tagsOfMap)).not.toContain('7FE00010')
})

const withoutMeta = () => {
  const file = dicomFile({ uids: newUids(), more: [...tags, native] })
  return file.subarray(file.indexOf(Buffer.from([0x08, 0, 0x16, 0])))
}
const bomb = () =>
  dicomFile({
    uids: newUids(),
    syntax: '1.2.840.10008.1.2.1.99',
    more: [[0x00291001, 'OB', Buffer.alloc(13 * 1024 * 1024)], ...tags, native],
  })
test.each<[string, () => Buffer, string]>([
  ['no meta header', () => dicomFile({ uids: newUids(), more: [...tags, native] }).subarray(132), 'NO_HEADER'],
  ['nothing in front', withoutMeta, 'NO_HEADER'],
  ['an image without its pixels', () => dicomFile({ uids: newUids(), more: tags }), 'NO_PIXELS'],
  [
    'pixels that are said to be longer',
    () => dicomFile({ uids: newUids(), more: [...tags, [0x7fe00010, 'OW', pixels, 2_000_000_000]] }),
    'TRUNCATED',
  ],
  [
    'a document that is cut',
    () => dicomFile({ uids: newUids(), more: [[0x00420011, 'OB', pdf]] }).subarray(0, 1_000_000),
    'TRUNCATED',
  ],
  [
    'a private transfer syntax',
    () => dicomFile({ uids: newUids(), syntax: '1.2.3.4', more: [...tags, native] }),
    'TRANSFER_SYNTAX',
  ],
  ['more than is taken once it is inflated', bomb, 'TOO_LARGE'],
  [
    'a deflated dataset that is cut',
    () => dicomFile({ uids: newUids(), syntax: '1.2.840.10008.1.2.1.99', more: [...tags, native] }).subarray(0, -20),
    'UNREADABLE',
  ],
])('%s is refused with its reason', async (_what, bytes, reason) => {
  const answer = await stow(bytes())
  expect(answer).toMatchObject({ status: 409, refused: [{ reason }] })
})
