import { dicomwebRoot } from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import { type DicomElement, dicomFile } from '../../../../test/dicom-writer.ts'
import { smallPdf } from '../../../../test/given.ts'
import { type Aim, imagingApp } from '../../../../test/imaging-world.ts'
import { reportOf } from '../../../../test/reports.ts'
import { stowBody, stowType } from '../../../../test/stow.ts'

const { app, given, owner, imaging } = await imagingApp()
const nora = await given.staff('Nurse')
const adam = await given.staff('Admin', nora.project)
const ana = await given.patient(nora.project)
const ben = await given.patient(nora.project)
const abel = await given.staff('Admin')
const scan = await imaging.stored({ project: nora.project, patient: ana.id })

const pathOf = ({ study, series, instance }: Aim) =>
  `${dicomwebRoot}/studies/${study}/series/${series}/instances/${instance}/rendered`
type Headers = Record<string, string>
const get = (url: string, { token }: { token: string }, headers: Headers = {}) =>
  app.inject({ url, headers: { authorization: `Bearer ${token}`, ...headers } })

let made = 0
const newUids = (): Aim => ({ study: scan.study, series: `2.25.51.${++made}`, instance: `2.25.51.${made}.1` })
const stored = async (make: (uids: Aim) => Buffer): Promise<Aim> => {
  const uids = newUids()
  const answer = await app.inject({
    method: 'POST',
    url: `${dicomwebRoot}/studies/`,
    payload: stowBody([make(uids)]),
    headers: { authorization: `Bearer ${nora.token}`, 'content-type': stowType },
  })
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
  return uids
}
const withPdf = (pdf: Buffer, more: DicomElement[] = [], syntax = '1.2.840.10008.1.2.1') =>
  stored((uids) =>
    dicomFile({
      uids,
      syntax,
      patient: 'MRN-1',
      sopClass: '1.2.840.10008.5.1.4.1.1.104.1',
      modality: 'DOC',
      more: [
        [0x00420010, 'ST', 'Letter'],
        [0x00420011, 'OB', pdf.length % 2 === 0 ? pdf : Buffer.concat([pdf, Buffer.from([0])])],
        [0x00420012, 'LO', 'application/pdf '],
        ...more,
      ],
    }),
  )
const report = await stored((uids) => reportOf('basic text (TID 2000)', uids, 'MRN-1'))
const padded = Buffer.concat([smallPdf('a letter').subarray(0, -6), Buffer.alloc(20_000, '\n'), Buffer.from('%%EOF\n')])
const letter = await withPdf(padded)

const html = { accept: 'text/html' }
const pdf = { accept: 'application/pdf' }

describe('a report', () => {
  test.each(['text/html', 'text/*', '*/*', 'text/html;q=0.9, image/png', 'image/png;q=0.1, text/html'])(
    'is a page for whoever takes %s',
    async (accept) => {
      const answer = await get(pathOf(report), nora, { accept })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(answer.body).toContain('<h1>Radiology Report</h1>')
      expect(answer.headers).toMatchObject({
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      })
    },
  )

  test('is in the language of its reader, and asked for in the address, too', async () => {
    const url = `${pathOf(report)}?accept=text/html`
    expect((await get(url, nora, { accept: 'image/png', 'accept-language': 'es' })).body).toContain('Paciente')
  })

  test('is no picture and no PDF', async () => {
    expect((await get(pathOf(report), nora, { accept: 'image/png' })).json()).toMatchObject({ code: 'picture_none' })
    expect((await get(pathOf(report), nora, pdf)).statusCode).toBe(406)
  })
})

describe('a PDF', () => {
  test.each(['application/pdf', 'application/*', '*/*'])('comes as it is to whoever takes %s', async (accept) => {
    const answer = await get(pathOf(letter), nora, { accept })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(answer.headers['content-disposition']).toMatch(/^attachment/)
    expect(answer.headers['content-security-policy']).toBe("sandbox; default-src 'none'")
    expect(answer.rawPayload.subarray(0, padded.length).equals(padded)).toBe(true)
  })

  test('may be short, deflated, or longer than it says', async () => {
    const small = smallPdf('short')
    for (const [aim, length] of [
      [await withPdf(small), small.length + (small.length % 2)],
      [await withPdf(padded, [], '1.2.840.10008.1.2.1.99'), padded.length + (padded.length % 2)],
    ] as const)
      expect((await get(pathOf(aim), nora, pdf)).rawPayload).toHaveLength(length)
    const length = Buffer.alloc(4)
    length.writeUInt32LE(small.length)
    const known = await withPdf(small, [[0x00420015, 'UL', length]])
    expect((await get(pathOf(known), nora, pdf)).rawPayload.equals(small)).toBe(true)
  })

  const script = Buffer.from(
    '%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n',
  )
  test.each<[string, Buffer, string]>([
    ['acts', script, 'document_active'],
    ['is a page', Buffer.from('<html><script>alert(1)</script></html>'), 'document_damaged'],
    ['has no end', padded.subarray(0, 9000), 'document_damaged'],
    ['is too large', Buffer.concat([padded, Buffer.alloc(6 * 1024 * 1024, '\n')]), 'document_too_large'],
  ])('that %s is not shown', async (_what, bytes, code) => {
    const answer = await get(pathOf(await withPdf(bytes)), nora, pdf)
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { code }])
  })

  test('without its bytes says so', async () => {
    const aim = await stored((uids) =>
      dicomFile({ uids, patient: 'MRN-1', sopClass: '1.2.840.10008.5.1.4.1.1.104.1', modality: 'DOC' }),
    )
    expect((await get(pathOf(aim), nora, pdf)).json()).toMatchObject({ code: 'document_none' })
  })
})

test('what is neither a picture nor a document says so', async () => {
  const plan = await stored((uids) =>
    dicomFile({ uids, patient: 'MRN-1', sopClass: '1.2.840.10008.5.1.4.1.1.481.5', modality: 'RTPLAN' }),
  )
  expect((await get(pathOf(plan), nora, { accept: '*/*' })).json()).toMatchObject({ code: 'picture_none' })
  expect((await get(pathOf(plan), nora, html)).statusCode).toBe(406)
})

test('an image is no document', async () => {
  for (const headers of [html, pdf]) expect((await get(pathOf(scan), nora, headers)).statusCode).toBe(406)
  expect((await get(pathOf(scan), nora, { accept: '*/*' })).headers['content-type']).toBe('image/png')
})

test('documents are open to their patient exactly as long as the images are, to nobody else, and each reading is noted', async () => {
  const seen = async (who: { token: string }) => {
    const answers = await Promise.all([
      get(pathOf(scan), who),
      get(pathOf(report), who, html),
      get(pathOf(letter), who, pdf),
      get(pathOf(letter), who),
    ])
    return answers.map(({ statusCode }) => statusCode)
  }
  const [open, closed] = [Array(4).fill(200), Array(4).fill(404)]
  const other = await imaging.stored({ project: nora.project, patient: ana.id })
  await imaging.opened(ana, adam, other.study)
  expect(await seen(ana)).toEqual(closed)
  // Under an open study, another study's document is not found.
  expect((await get(pathOf({ ...report, study: other.study }), ana, html)).statusCode).toBe(404)

  await imaging.opened(ana, adam, scan.study)
  expect(await seen(ana)).toEqual(open)
  for (const stranger of [ben, abel]) expect(await seen(stranger)).toEqual(closed)
  const rows = await owner<{ object_id: string }>(
    "select object_id from audit_events where action = 'images.read' and actor_id = $1",
    [ana.id],
  )
  expect(rows.map(({ object_id }) => object_id)).toEqual(expect.arrayContaining([report.series, letter.series]))

  await imaging.revoke(ana, adam, scan.study)
  expect(await seen(ana)).toEqual(closed)
})
