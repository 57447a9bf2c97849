import { createHash } from 'node:crypto'
import {
  deleteDocument,
  downloadEmailAttachment,
  listEmails,
  maxAttachmentBytes,
  saveProjectSettings,
} from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { emailWorld, pdfOfSize } from '../../../test/email-world.ts'
import { smallPdf } from '../../../test/given.ts'
import { mailPatient } from '../../clinic/records/patient-mail.ts'
import { patientId, projectId, staffScope } from '../../platform/database/scope.ts'

const { given, as, send, owner, database, platform, setting, write, emails, queued, documentOf, stored } =
  await emailWorld()

test('an email is queued with its exact recipients, kept with the record, and read back newest first', async () => {
  const { nora, ana } = await setting()
  const file_id = await documentOf(nora, ana)

  const body = {
    to_email: ` ${ana.email}, doctor@clinic.example ,`,
    cc: 'Team@clinic.example',
    bcc: 'archive@clinic.example',
    sent_date: '1999-01-01T00:00:00Z',
    attachments: JSON.stringify([file_id, file_id]),
  }
  const answer = await write(nora, ana, body, [{ name: '../Plan\u202e.pdf', bytes: smallPdf('plan') }])
  await write(nora, ana, { subject: 'Again' })

  expect(answer).toMatchObject({ status: 200, body: { message: 'The email is on its way.' } })
  expect((await queued(ana))[0]).toEqual({
    to_addresses: [ana.email, 'doctor@clinic.example'],
    cc: ['Team@clinic.example'],
    bcc: ['archive@clinic.example'],
    reply_to: nora.email,
    subject: 'Your scan',
    body: 'Dear Ana,\n\nsee you soon.',
  })
  const [second, first] = await emails(nora, ana)
  expect(second?.subject).toBe('Again')
  expect(first).toMatchObject({
    to_email: `${ana.email}, doctor@clinic.example`,
    cc: 'Team@clinic.example',
    bcc: 'archive@clinic.example',
    subject: 'Your scan',
    message: 'Dear Ana,\n\nsee you soon.',
    sent_by: 'Nora Lindt',
    attachments: [
      { file_id, file_name: 'Report.pdf', is_deleted: false },
      { file_name: 'Plan.pdf', size: smallPdf('plan').length },
    ],
    delivery: 'queued',
    delivery_note: '',
  })
  expect(Date.parse(first!.sent_date)).toBeGreaterThan(Date.now() - 60_000)
  const actions = await owner('select action from audit_events where patient_id = $1 order by event_id', [ana.id])
  expect(actions.map(({ action }) => action)).toEqual(['document.upload', 'email.send', 'email.send', 'email.list'])
})

test('replies go to the project where it has a contact address', async () => {
  const { nora, ana } = await setting()
  const admin = await given.staff('Admin', nora.project)
  await as(admin).call(saveProjectSettings, { body: { contact: { email: 'hello@quay.example' } } })
  await write(nora, ana)
  expect((await queued(ana))[0]?.reply_to).toBe('hello@quay.example')
})

test.each([
  ['to_email', '', 'Invalid email(s) in To field'],
  ['to_email', ' , ', 'Invalid email(s) in To field'],
  ['to_email', 'ana', 'Invalid email(s) in To field'],
  ['to_email', 'a@x.example\r\nBcc: v@y.example', 'Invalid email(s) in To field'],
  ['to_email', 'a@x.example\nv@y.example', 'Invalid email(s) in To field'],
  ['to_email', 'a@x.example; v@y.example', 'Invalid email(s) in To field'],
  ['to_email', 'Ana <a@x.example>', 'Invalid email(s) in To field'],
  ['to_email', '"v@y.example a"@x.example', 'Invalid email(s) in To field'],
  ['to_email', 'a@x.example (v@y.example)', 'Invalid email(s) in To field'],
  ['to_email', 'group: a@x.example, v@y.example;', 'Invalid email(s) in To field'],
  ['to_email', 'a@x.example\u0000', 'Invalid email(s) in To field'],
  ['cc', 'a@x.example, nobody', 'Invalid email(s) in CC field'],
  ['cc', 'a@x.example%0d%0aBcc: v@y.example', 'Invalid email(s) in CC field'],
  ['bcc', 'a@x.example\r\n', 'Invalid email(s) in BCC field'],
  ['to_email', Array.from({ length: 51 }, (_, n) => `a${n}@x.example`).join(), 'Invalid email(s) in To field'],
  ['bcc', Array.from({ length: 50 }, (_, n) => `a${n}@x.example`).join(), 'Please use at most 50 recipients'],
  ['subject', ' ', 'Subject is required'],
  ['subject', 'Hi\r\nBcc: v@y.example', 'Please remove line breaks and control characters'],
  ['message', '', 'Message is required'],
  ['message', 'x'.repeat(5001), 'Please use at most 5000 characters'],
  ['message', 'ä'.repeat(20_000), 'This text is too long.'],
])('%s %j is refused, and nothing is queued, stored or kept', async (field, value, sentence) => {
  const { nora, ana } = await setting()
  const before = await stored()

  const answer = await write(nora, ana, { [field]: value }, [{ name: 'a.pdf', bytes: smallPdf() }])

  expect(answer).toMatchObject({ status: 400, body: { error: sentence } })
  expect([await queued(ana), await emails(nora, ana), await stored()]).toEqual([[], [], before])
})

test('attachments are ids of this patient’s own living documents, and nothing that a mail library would read', async () => {
  const { nora, ana } = await setting()
  const ben = await given.patient(nora.project)
  const far = await setting()
  const gone = await documentOf(nora, ana, 'gone.pdf')
  await as(nora).call(deleteDocument, { params: { file_id: gone } })
  await write(nora, ana, {}, [{ name: 'sent.pdf', bytes: smallPdf() }])
  const sent = (await emails(nora, ana))[0]?.attachments[0]?.file_id
  const before = (await queued(ana)).length

  for (const attachments of [
    'no list',
    '{"raw":"x"}',
    '"/etc/passwd"',
    '["/etc/passwd"]',
    '[{"path":"/etc/passwd"}]',
    '[{"href":"http://127.0.0.1/"}]',
    '[{"content":"x","filename":"a.pdf"}]',
    JSON.stringify([await documentOf(nora, ben)]),
    JSON.stringify([await documentOf(far.nora, far.ana)]),
    JSON.stringify([gone]),
    JSON.stringify([sent]),
    JSON.stringify([uuid()]),
    JSON.stringify(Array.from({ length: 21 }, () => uuid())),
  ])
    expect(await write(nora, ana, { attachments }), attachments).toMatchObject({
      status: 400,
      body: { fields: { attachments: 'Please choose the attached documents again.' } },
    })
  expect(await queued(ana)).toHaveLength(before)
})

test('a file over 2 MB, files over 20 MB in all, more than 20 and other types are refused, and none is left in the store', async () => {
  const { nora, ana } = await setting()
  const before = await stored()
  const file = (bytes: Buffer, name = 'a.pdf') => ({ name, bytes })
  const full = pdfOfSize(maxAttachmentBytes)
  const cases = [
    [[file(smallPdf()), file(pdfOfSize(maxAttachmentBytes + 1))], 413, 'File size exceeds 2MB limit.'],
    [[...Array(10).fill(file(full)), file(smallPdf())], 413, 'Total file size exceeds 20MB limit.'],
    [Array(21).fill(file(smallPdf())), 400, 'Please use at most 20 attachments'],
    [
      [file(smallPdf()), file(Buffer.from('MZ'), 'a.exe')],
      415,
      'Invalid file type. Please upload a PDF, PNG, JPEG, SVG, or Word docx file.',
    ],
    [
      [file(Buffer.from('MZ not a PDF'))],
      415,
      'Invalid file type. Please upload a PDF, PNG, JPEG, SVG, or Word docx file.',
    ],
  ] as const
  for (const [files, status, error] of cases)
    expect(await write(nora, ana, {}, [...files])).toMatchObject({ status, body: { error } })

  const attachments = JSON.stringify([await documentOf(nora, ana)])
  await owner('update files set size = $2 where patient_id = $1', [ana.id, 19 * 1024 * 1024])
  expect(await write(nora, ana, { attachments }, [file(full)])).toMatchObject({
    status: 413,
    body: { error: 'Total file size exceeds 20MB limit.' },
  })
  expect([await queued(ana), await stored()]).toEqual([[], before + 1])
})

test('the same email sent again after a lost response is one email with one set of files', async () => {
  const { nora, ana } = await setting()
  const send_key = uuid()
  const files = [{ name: 'a.pdf', bytes: smallPdf() }]
  const before = await stored()

  const answers = await Promise.all([1, 2, 3].map(() => write(nora, ana, { send_key }, files)))

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await emails(nora, ana)).toHaveLength(1)
  expect(await stored()).toBe(before + 1)
  const otto = await given.staff('Nurse', nora.project)
  await write(otto, ana, { send_key })
  expect(await emails(nora, ana)).toHaveLength(2)
})

test('what was sent can be read again by staff of the project, as it was, and by nobody else', async () => {
  const { nora, ana } = await setting()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect width="1" height="1"/></svg>')
  const file_id = await documentOf(nora, ana)
  await write(nora, ana, {}, [{ name: 'drawing.svg', bytes: svg }])
  const sent = (await emails(nora, ana))[0]?.attachments[0]?.file_id ?? ''

  const answer = await send(nora, downloadEmailAttachment, { params: { file_id: sent } })
  expect(answer.bytes.equals(svg)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': expect.stringContaining('attachment; filename="drawing.svg"'),
  })
  const [row] = await owner<{ sha256: Buffer; kind: string }>('select sha256, kind from files where file_id = $1', [
    sent,
  ])
  expect(row).toMatchObject({ kind: 'email_attachment', sha256: createHash('sha256').update(svg).digest() })

  // A document not attached to any email has a different address, with its own rules.
  expect((await send(nora, downloadEmailAttachment, { params: { file_id } })).status).toBe(404)
  const far = await given.staff('SuperAdmin')
  expect((await send(far, downloadEmailAttachment, { params: { file_id: sent } })).status).toBe(404)
  await owner('update patients set deleted_at = now() where patient_id = $1', [ana.id])
  expect((await send(nora, downloadEmailAttachment, { params: { file_id: sent } })).status).toBe(404)
  expect((await send(nora, listEmails, { params: { key: ana.code } })).status).toBe(404)
})

test('a document that is deleted after it was emailed is neither named nor opened from the email', async () => {
  const { nora, ana } = await setting()
  const file_id = await documentOf(nora, ana, 'Letter about Ben.pdf')
  await write(nora, ana, { attachments: JSON.stringify([file_id]) }, [{ name: 'Plan.pdf', bytes: smallPdf() }])
  expect((await send(nora, downloadEmailAttachment, { params: { file_id } })).status).toBe(200)
  await as(nora).call(deleteDocument, { params: { file_id } })

  expect((await send(nora, downloadEmailAttachment, { params: { file_id } })).status).toBe(404)
  expect((await emails(nora, ana))[0]?.attachments).toMatchObject([
    { file_id, file_name: '', is_deleted: true },
    { file_name: 'Plan.pdf', is_deleted: false },
  ])
})

test('a sent email cannot be changed or taken away, and patients read none', async () => {
  const { nora, ana } = await setting()
  await write(nora, ana)
  const scope = staffScope(projectId(nora.project))

  for (const table of ['patient_emails', 'mail_attachments'] as const) {
    await expect(database.scoped(scope, (db) => db.deleteFrom(table).execute())).rejects.toThrow('permission denied')
    await expect(
      database.scoped(scope, (db) => db.updateTable(table).set({ project_id: nora.project }).execute()),
    ).rejects.toThrow('permission denied')
  }
  const own = { ...scope, patient: patientId(ana.id) }
  const seen = await database.scoped(own, (db) => db.selectFrom('patient_emails').select('email_id').execute())
  expect(seen).toEqual([])
})

test('a mail that the portal writes is in the list without its one-time link, and once however often it is caused', async () => {
  const { nora, ana } = await setting()
  const invite = () =>
    database.scoped(staffScope(projectId(nora.project)), (db) =>
      mailPatient(platform.mail, db, {
        project: nora.project,
        patient: ana.id,
        to: [ana.email],
        subject: 'You are invited',
        body: 'Open https://portal.example/invite/secret',
        shown: 'Open [your personal link]',
        by: { id: nora.id, name: 'Nora Lindt' },
        idempotencyKey: `invite-${ana.id}`,
      }),
    )

  expect([await invite(), await invite()]).toEqual([expect.any(String), null])
  expect(await emails(nora, ana)).toMatchObject([{ subject: 'You are invited', message: 'Open [your personal link]' }])
})

test('the list has pages, newest first, and tells how many there are', async () => {
  const { nora, ana } = await setting()
  for (let n = 1; n <= 11; n++) await write(nora, ana, { subject: `Letter ${n}` })
  const pageOf = (query: { page?: number; page_size?: 10 | 25 }) =>
    as(nora).call(listEmails, { params: { key: ana.code }, query })

  const first = await pageOf({})
  expect(first).toMatchObject({ total: 11, total_pages: 2 })
  expect(first.emails.map(({ subject }) => subject)).toEqual(Array.from({ length: 10 }, (_, n) => `Letter ${11 - n}`))
  expect((await pageOf({ page: 2 })).emails).toMatchObject([{ subject: 'Letter 1' }])
  expect(await pageOf({ page: 3, page_size: 25 })).toEqual({ emails: [], total: 11, total_pages: 1 })
})
