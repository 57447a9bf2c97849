import { dicomwebRoot } from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import { partsOf } from '../../../../test/dicom.ts'
import { imagingApp } from '../../../../test/imaging-world.ts'

const { app, given, imaging } = await imagingApp()
const nora = await given.staff('Nurse')
const { study, series, instance } = await imaging.stored({ project: nora.project })
const [ofStudy, ofSeries, ofInstance] = [
  `/studies/${study}`,
  `/studies/${study}/series/${series}`,
  `/studies/${study}/series/${series}/instances/${instance}`,
]
const get = async (path: string, accept?: string) => {
  const url = dicomwebRoot + path
  const answer = await app.inject({
    url,
    headers: { authorization: `Bearer ${nora.token}`, ...(accept !== undefined && { accept }) },
  })
  const { statusCode: status, rawPayload: body } = answer
  const type = String(answer.headers['content-type'])
  const parts = type.startsWith('multipart') ? await partsOf({ headers: { 'content-type': type }, body }) : []
  return { status, type, body, parts }
}
const dicom = 'multipart/related; type="application/dicom"'
const explicit = '1.2.840.10008.1.2.1'
const octets = 'multipart/related; type="application/octet-stream"'

describe('files', () => {
  test.each([
    [ofStudy, 4],
    [ofSeries, 2],
    [ofInstance, 1],
  ])('%s comes in %d parts', async (path, count) => {
    for (const accept of [
      undefined,
      '*/*',
      dicom,
      `${dicom}; transfer-syntax=*`,
      `${dicom};transfer-syntax=${explicit}`,
      'multipart/related',
    ]) {
      const { status, type, parts } = await get(path, accept)
      expect([accept, status]).toEqual([accept, 200])
      expect(type).toMatch(/^multipart\/related; type="application\/dicom"/)
      expect(parts).toHaveLength(count)
      for (const part of parts) expect(part.bytes.toString('latin1', 128, 132)).toBe('DICM')
    }
  })

  test('one file comes bare where that is asked for, several never do', async () => {
    const [part] = (await get(ofInstance)).parts
    const bare = await get(ofInstance, 'application/dicom')
    expect(bare).toMatchObject({ status: 200, type: 'application/dicom' })
    expect(bare.body.equals(part!.bytes)).toBe(true)
    expect((await get(`${ofInstance}?accept=application/dicom`, 'image/jpeg')).type).toBe('application/dicom')
    expect((await get(ofSeries, 'application/dicom')).status).toBe(406)
  })

  test.each([
    'image/jpeg',
    'text/plain',
    'multipart/related; type="image/jpeg"',
    'multipart/related; type="application/dicom+xml"',
    `${dicom}; transfer-syntax=1.2.840.10008.1.2.4.90`,
    'application/dicom; transfer-syntax=1.2.840.10008.1.2.4.90',
    '*/*;q=0',
  ])('%s is not given in another form', async (accept) => {
    expect((await get(ofInstance, accept)).status).toBe(406)
  })

  test('of several forms the first that can be given is', async () => {
    const accept = `${dicom}; transfer-syntax=1.2.840.10008.1.2.4.90, application/dicom;q=0.9`
    expect(await get(ofInstance, accept)).toMatchObject({ status: 200, type: 'application/dicom' })
  })

  test('what is not there is not found, in whatever form', async () => {
    for (const accept of ['application/dicom', `${dicom}; transfer-syntax=1.2.840.10008.1.2.4.90`])
      expect((await get(`${ofSeries}/instances/1.2.3`, accept)).status).toBe(404)
  })
})

test.each([
  [ofStudy, 4],
  [ofSeries, 2],
  [ofInstance, 1],
])('tags of %s', async (path, count) => {
  const { type, body } = await get(`${path}/metadata`)
  expect(type).toBe('application/dicom+json')
  expect(JSON.parse(String(body))).toHaveLength(count)
  expect((await get(`${path}/metadata`, 'multipart/related; type="application/dicom+xml"')).status).toBe(406)
})

test('frames come in parts, one of them bare, in their syntax or in none', async () => {
  const frame = `${ofInstance}/frames/1`
  const [part] = (await get(frame)).parts
  expect(part?.bytes).toHaveLength(32)
  for (const accept of [octets, `${octets}; transfer-syntax=*`, `${octets}; transfer-syntax=${explicit}`])
    expect((await get(frame, accept)).parts[0]?.bytes).toEqual(part?.bytes)
  const bare = await get(frame, 'application/octet-stream')
  expect(bare).toMatchObject({ type: 'application/octet-stream', body: part?.bytes })
  for (const accept of [
    'image/jpeg',
    'multipart/related; type="image/jls"',
    `${octets}; transfer-syntax=1.2.840.10008.1.2.4.80`,
  ])
    expect([accept, (await get(frame, accept)).status]).toEqual([accept, 406])
})

test.each([
  [`${ofInstance}/rendered`, 0],
  [`${ofInstance}/rendered?frame=1&window=40,400,linear`, 0],
  [`${ofInstance}/frames/1/rendered`, 0],
  [`${ofSeries}/rendered`, 2],
  [`${ofStudy}/rendered`, 4],
  [`${ofStudy}/thumbnail`, 0],
  [`${ofSeries}/thumbnail`, 0],
  [`${ofInstance}/thumbnail`, 0],
  [`${ofInstance}/frames/1/thumbnail`, 0],
])('%s is a picture, or %d', async (path, count) => {
  for (const accept of [undefined, 'image/*', 'image/png, image/gif']) {
    const { status, type, body, parts } = await get(path, accept)
    expect([accept, status]).toEqual([accept, 200])
    expect(parts).toHaveLength(count)
    if (count === 0) expect(type).toBe('image/png')
    const pictures = count === 0 ? [body] : parts.map(({ bytes }) => bytes)
    for (const picture of pictures) expect(picture.toString('latin1', 1, 4)).toBe('PNG')
  }
  expect((await get(path, 'image/gif')).status).toBe(406)
})

test.each([
  'viewport=0,5',
  'viewport=5',
  'viewport=1,1,1,1,1,1',
  'quality=101',
  'window=1',
  'window=1,2,cubic',
  'window=100,0',
  'window=100,-5,sigmoid',
])('a picture with %s is refused', async (query) => {
  expect((await get(`${ofInstance}/rendered?${query}`)).status).toBe(400)
})

test.each(['frames/1,1', 'frames/1,1/rendered'])('%s names a frame twice and is refused', async (path) => {
  expect((await get(`${ofInstance}/${path}`)).status).toBe(400)
})

test('what can be asked is told to whoever is signed in', async () => {
  const url = `${dicomwebRoot}/`
  const answer = await app.inject({ method: 'OPTIONS', url, headers: { authorization: `Bearer ${nora.token}` } })
  expect(answer.headers['content-type']).toBe('application/vnd.sun.wadl+xml')
  for (const part of [
    'studies/{study}/series/{series}/instances/{instance}/frames/{frames}',
    'name="00100020"',
    'POST',
  ])
    expect(answer.body).toContain(part)
  expect((await app.inject({ method: 'OPTIONS', url })).statusCode).toBe(401)
})
