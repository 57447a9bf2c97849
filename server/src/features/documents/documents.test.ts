import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import {
  categorizeDocument,
  deleteDocument,
  deleteMyDocument,
  downloadDocument,
  downloadMyDocument,
  fillPath,
  listDocuments,
  listMyDocuments,
  listNotifications,
  uploadDocument,
  uploadMyDocument,
} from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { expect, test, vi } from 'vitest'
import { smallPdf } from '../../../test/given.ts'
import { type TestUser, testApp } from '../../../test/harness.ts'

const { app, given, as, send, owner, folder } = await testApp()
const pair = async () => {
  const ana = await given.patient()
  return { ana, nora: await given.staff('Nurse', ana.project) }
}
const pdf = (name = 'report.pdf', text = name) => ({ name, bytes: smallPdf(text) })
const upload = async (ana: TestUser, file = pdf()) =>
  (await as(ana).call(uploadMyDocument, { params: { key: ana.code } }, { file })).file_id
const uploadFor = async (staff: TestUser, ana: TestUser, file = pdf()) =>
  (await as(staff).call(uploadDocument, { params: { key: ana.email } }, { file })).file_id
const mine = async (ana: TestUser, query = {}) => as(ana).call(listMyDocuments, { params: { key: ana.code }, query })
const storedFiles = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length

test('what was uploaded comes back byte for byte, under its name', async () => {
  const { ana, nora } = await pair()
  const file = pdf('Befund Müller.pdf', 'x'.repeat(200_000))
  const file_id = await upload(ana, file)

  const own = await send(ana, downloadMyDocument, { params: { file_id } })
  const staff = await send(nora, downloadDocument, { params: { file_id } })

  for (const { status, bytes, headers } of [own, staff]) {
    expect(status).toBe(200)
    expect(bytes.equals(file.bytes)).toBe(true)
    expect(headers['content-disposition']).toContain("filename*=UTF-8''Befund%20M%C3%BCller.pdf")
    expect(headers['content-type']).toContain('application/pdf')
  }
})

test('another try of an upload whose response was lost stores no second file, tells no second notification and leaves no second trace', async () => {
  const ana = await given.patient()
  const again = { params: { key: ana.code }, body: { upload_key: uuid() } }
  const tryOnce = () => as(ana).call(uploadMyDocument, again, { file: pdf() })
  const before = await storedFiles()

  const [first, second] = await Promise.all([tryOnce(), tryOnce()])
  const third = await tryOnce()

  expect([second.file_id, third.file_id]).toEqual([first.file_id, first.file_id])
  expect(await mine(ana)).toMatchObject({ total: 1, documents: [{ file_id: first.file_id }] })
  expect(await storedFiles()).toBe(before + 1)
  const rows = await owner(
    `select (select count(*)::int from notifications where item_id = $1) as notifications,
            (select count(*)::int from audit_events where object_id = $1 and action = 'document.upload') as traces`,
    [first.file_id],
  )
  expect(rows).toEqual([{ notifications: 1, traces: 1 }])
})

test('the key of an upload counts for its sender and patient only, and a deleted file does not come back', async () => {
  const { ana, nora } = await pair()
  const ben = await given.patient(ana.project)
  const body = { upload_key: uuid() }
  const { file_id } = await as(ana).call(uploadMyDocument, { params: { key: ana.code }, body }, { file: pdf() })
  const ofBen = await as(ben).call(uploadMyDocument, { params: { key: ben.code }, body }, { file: pdf() })
  const ofNora = await as(nora).call(uploadDocument, { params: { key: ana.code }, body }, { file: pdf() })
  expect(new Set([file_id, ofBen.file_id, ofNora.file_id]).size).toBe(3)

  await as(ana).call(deleteMyDocument, { params: { file_id } })
  await as(ana).call(uploadMyDocument, { params: { key: ana.code }, body }, { file: pdf() })
  expect((await mine(ana)).documents.map((document) => document.file_id)).toEqual([ofNora.file_id])
})

test('the newest document comes first, ten to a page, or the oldest when asked', async () => {
  const { ana, nora } = await pair()
  for (let n = 1; n <= 11; n++) await upload(ana, pdf(`${n}.pdf`))

  const first = await mine(ana)
  const staff = await as(nora).call(listDocuments, { params: { key: ana.id }, query: { page: 2, order: 'asc' } })

  expect(first.documents.map(({ file_name }) => file_name).slice(0, 2)).toEqual(['11.pdf', '10.pdf'])
  expect(first).toMatchObject({ total: 11, total_pages: 2 })
  expect(first.documents[0]).toMatchObject({
    kind: 'document',
    file_type: 'pdf',
    deletable: true,
    size: pdf('11.pdf').bytes.length,
  })
  expect(staff.documents).toMatchObject([{ file_name: '11.pdf', deletable: true }])
  expect(await mine(ana, { page: 9 })).toEqual({ documents: [], total: 11, total_pages: 2 })
})

test('a file is found by letters of its name, in whatever case, and none of another patient', async () => {
  const { ana, nora } = await pair()
  const ben = await given.patient(ana.project)
  for (const name of ['Referral.pdf', 'blood_50%.pdf', 'BLOOD test.pdf']) await upload(ana, pdf(name))
  await upload(ben, pdf('blood of Ben.pdf'))
  const found = async (searchQuery: string) => {
    const { documents, total } = await mine(ana, { searchQuery })
    const staff = await as(nora).call(listDocuments, { params: { key: ana.id }, query: { searchQuery } })
    expect(staff.documents.map(({ file_id }) => file_id)).toEqual(documents.map(({ file_id }) => file_id))
    expect(total).toBe(documents.length)
    return documents.map(({ file_name }) => file_name)
  }
  expect(await found(' blood ')).toEqual(['BLOOD test.pdf', 'blood_50%.pdf'])
  expect(await found('50%')).toEqual(['blood_50%.pdf'])
  expect(await found('_')).toEqual(['blood_50%.pdf'])
  expect(await found('nothing of this')).toEqual([])
})

test('staff file a document under a category, narrow the list to it, and take it back; a form has none', async () => {
  const { ana, nora } = await pair()
  const [referral, other] = [await upload(ana, pdf('a.pdf')), await upload(ana, pdf('b.pdf'))]
  const set = (file_id: string, category: 'referral' | null) =>
    send(nora, categorizeDocument, { params: { file_id }, body: { category } })
  const found = async (query: object) => {
    const { documents, total } = await as(nora).call(listDocuments, { params: { key: ana.id }, query })
    expect(total).toBe(documents.length)
    return documents.map(({ file_id, category }) => ({ file_id, category }))
  }
  expect((await set(referral, 'referral')).status).toBe(200)
  expect(await found({ category: 'referral' })).toEqual([{ file_id: referral, category: 'referral' }])
  expect(await found({ order: 'asc' })).toEqual([
    { file_id: referral, category: 'referral' },
    { file_id: other, category: null },
  ])
  await set(referral, null)
  expect(await found({ category: 'referral' })).toEqual([])

  await as(nora).call(deleteDocument, { params: { file_id: other } })
  expect((await set(other, 'referral')).status).toBe(404)
  expect(
    (await send(ana, categorizeDocument, { params: { file_id: referral }, body: { category: null } })).status,
  ).toBe(403)
})

test('a file says who uploaded it, to the patient without the names of staff', async () => {
  const { ana, nora } = await pair()
  await upload(ana, pdf('mine.pdf'))
  await uploadFor(nora, ana, pdf('theirs.pdf'))
  const uploaders = (documents: { file_name: string; uploader: string }[]) =>
    Object.fromEntries(documents.map(({ file_name, uploader }) => [file_name, uploader]))
  expect(uploaders((await mine(ana)).documents)).toEqual({ 'mine.pdf': 'you', 'theirs.pdf': 'your care team' })
  const staff = await as(nora).call(listDocuments, { params: { key: ana.id }, query: {} })
  expect(uploaders(staff.documents)).toEqual({ 'mine.pdf': 'the patient', 'theirs.pdf': 'Nora Lindt' })
})

test.each([
  ['notes.pdf', Buffer.from('only text'), 415],
  ['notes.txt', smallPdf(), 415],
  ['notes.png', smallPdf(), 415],
  ['big.pdf', Buffer.concat([smallPdf(), Buffer.alloc(6 * 1024 * 1024, 32)]), 413],
])('%s is refused when it is not what it should be', async (name, bytes, status) => {
  const { ana } = await pair()
  const before = await storedFiles()

  const answer = await send(ana, uploadMyDocument, { params: { key: ana.code } }, { file: { name, bytes } })

  expect(answer.status).toBe(status)
  expect(answer.body.error).toBe(
    status === 413 ? 'File size exceeds 5MB limit.' : 'Invalid file type. Please upload a PDF, PNG, JPEG, or SVG file.',
  )
  expect((await mine(ana)).total).toBe(0)
  expect(await storedFiles()).toBe(before)
})

test('an upload without a file asks for one', async () => {
  const { ana } = await pair()

  const answer = await send(ana, uploadMyDocument, { params: { key: ana.code }, body: { email: ana.email } })

  expect(answer).toMatchObject({ status: 400, body: { error: 'Please select a file' } })
})

const part = (name: string, value: string, file = '') =>
  `--x\r\ncontent-disposition: form-data; name="${name}"${file && `; filename="${file}"`}\r\n\r\n${value}\r\n`

test.each<[string, number, string]>([
  ['more than twenty fields', 413, Array.from({ length: 21 }, (_, n) => part(`f${n}`, 'x')).join('')],
  ['a field of more than 8 KB', 400, part('email', 'x'.repeat(8193))],
  ['a second file', 413, part('file', smallPdf().toString(), 'b.pdf')],
])('an upload with %s is refused, and nothing of it is kept', async (_, status, more) => {
  const { ana } = await pair()
  const before = await storedFiles()
  const answer = await app.inject({
    method: 'POST',
    url: fillPath(uploadMyDocument.path, { key: ana.code }),
    headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'multipart/form-data; boundary=x' },
    payload: `${part('file', smallPdf().toString(), 'a.pdf')}${more}--x--\r\n`,
  })
  expect(answer.statusCode).toBe(status)
  expect(await storedFiles()).toBe(before)
  expect((await mine(ana)).total).toBe(0)
})

/** Sends the first third of a document; resolves once its first bytes have reached the store. */
const halfSent = async (ana: TestUser) => {
  const before = await storedFiles()
  if (app.addresses().length === 0) await app.listen({ port: 0, host: '127.0.0.1' })
  const [{ port }] = app.addresses() as [AddressInfo]
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`
  socket.write(
    `POST ${fillPath(uploadMyDocument.path, { key: ana.code })} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${ana.token}\r\n` +
      `content-type: multipart/form-data; boundary=x\r\ncontent-length: 900000\r\n\r\n${head}${smallPdf()}${'x'.repeat(300_000)}`,
  )
  await vi.waitUntil(async () => (await storedFiles()) > before, { timeout: 10_000 })
  return { socket, isGone: () => vi.waitUntil(async () => (await storedFiles()) === before, { timeout: 10_000 }) }
}

test('an upload that breaks off leaves nothing', async () => {
  const { ana } = await pair()
  const { socket, isGone } = await halfSent(ana)
  socket.destroy()
  await isGone()
  expect((await mine(ana)).total).toBe(0)
})

test('an upload that has not come to its end after a minute leaves nothing', async () => {
  const { ana } = await pair()
  const minute = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(minute.signal)
  const { socket, isGone } = await halfSent(ana)
  expect(timeout).toHaveBeenCalledWith(60_000)
  timeout.mockRestore()
  minute.abort()
  await isGone()
  socket.destroy()
  expect((await mine(ana)).total).toBe(0)
})

test('who, when and whose are decided by the server, whatever the form says', async () => {
  const { ana } = await pair()
  const bob = await given.patient(ana.project)

  await as(ana).call(
    uploadMyDocument,
    {
      params: { key: ana.code },
      body: { email: bob.email, upload_date: '1999-01-01T00:00:00Z', kind: 'authorization_form' },
    } as never,
    { file: pdf('AuthorizationForm.pdf') },
  )

  const [document] = (await mine(ana)).documents
  expect(document).toMatchObject({ kind: 'document', file_name: 'AuthorizationForm.pdf' })
  expect(Date.now() - Date.parse(document!.upload_date)).toBeLessThan(60_000)
  expect((await mine(bob)).total).toBe(0)
})

test('a document of somebody else is answered like one that does not exist', async () => {
  const { ana } = await pair()
  const bob = await given.patient(ana.project)
  const far = await given.staff('SuperAdmin')
  const file_id = await upload(ana)
  const withoutId = ({ request_id: _, ...body }: Record<string, unknown>) => body
  const unknown = withoutId((await send(bob, downloadMyDocument, { params: { file_id: uuid() } })).body)

  for (const answer of [
    await send(bob, downloadMyDocument, { params: { file_id } }),
    await send(bob, deleteMyDocument, { params: { file_id } }),
    await send(bob, listMyDocuments, { params: { key: ana.code } }),
    await send(
      bob,
      uploadMyDocument,
      { params: { key: ana.code } },
      { file: { name: 'x.txt', bytes: Buffer.from('x') } },
    ),
    await send(far, downloadDocument, { params: { file_id } }),
    await send(far, deleteDocument, { params: { file_id } }),
    await send(far, listDocuments, { params: { key: ana.email } }),
    await send(far, uploadDocument, { params: { key: ana.email } }, { file: pdf() }),
    await send(far, downloadDocument, { params: { file_id: 'x' } }),
  ]) {
    expect(answer.status).toBe(404)
    expect(withoutId(answer.body)).toEqual(unknown)
  }
  expect((await mine(ana)).total).toBe(1)
})

test('a patient takes back an own upload within a day; twice is harmless', async () => {
  const { ana } = await pair()
  const file_id = await upload(ana)

  await as(ana).call(deleteMyDocument, { params: { file_id } })
  await as(ana).call(deleteMyDocument, { params: { file_id } })

  expect((await mine(ana)).total).toBe(0)
  expect((await send(ana, downloadMyDocument, { params: { file_id } })).status).toBe(404)
})

test('a patient deletes neither an older upload nor one of staff; staff delete both', async () => {
  const { ana, nora } = await pair()
  const old = await upload(ana)
  await owner(`update files set upload_date = now() - interval '25 hours' where file_id = $1`, [old])
  const theirs = await uploadFor(nora, ana)

  expect((await mine(ana)).documents).toMatchObject([{ deletable: false }, { deletable: false }])
  for (const file_id of [old, theirs]) {
    expect((await send(ana, deleteMyDocument, { params: { file_id } })).status).toBe(409)
    await as(nora).call(deleteDocument, { params: { file_id } })
  }
  expect((await mine(ana)).total).toBe(0)
})

test('a signed form is listed, but neither downloaded here nor deleted; other kinds are no documents', async () => {
  const { ana, nora } = await pair()
  const [form, receipt] = [await upload(ana), await upload(ana)]
  await owner(`update files set kind = 'authorization_form' where file_id = $1`, [form])
  await owner(`update files set kind = 'reimbursement' where file_id = $1`, [receipt])

  expect((await mine(ana)).documents).toMatchObject([{ file_id: form, kind: 'authorization_form', deletable: false }])
  expect((await send(nora, deleteDocument, { params: { file_id: form } })).status).toBe(409)
  expect((await send(nora, deleteDocument, { params: { file_id: receipt } })).status).toBe(404)
  for (const file_id of [form, receipt])
    expect((await send(nora, downloadDocument, { params: { file_id } })).status).toBe(404)
})

test("a patient's upload tells staff, an upload by staff tells nobody", async () => {
  const { ana, nora } = await pair()
  await uploadFor(nora, ana)
  const file_id = await upload(ana)

  const list = await as(nora).call(listNotifications, { params: { provider_id: nora.code }, query: {} })

  expect(list).toMatchObject({
    count: 1,
    notifications: [{ item_type: 'file', item_id: file_id, patient_id: ana.code }],
  })
})

test('every reading and writing of a document is noted with patient and file', async () => {
  const { ana, nora } = await pair()
  const file_id = await uploadFor(nora, ana)
  await send(nora, downloadDocument, { params: { file_id } })
  await as(nora).call(deleteDocument, { params: { file_id } })

  const rows = await owner(
    'select action from audit_events where patient_id = $1 and object_id = $2 order by event_id',
    [ana.id, file_id],
  )
  expect(rows).toEqual([{ action: 'document.upload' }, { action: 'document.read' }, { action: 'document.delete' }])
})
