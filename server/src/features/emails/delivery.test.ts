import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { cancelAppointment, deleteDocument, getWorkQueue, hourMs, maxAttachmentBytes } from '@fornix/contract'
import { startDemoSmtp } from '@fornix/demo/mailbox/smtp.ts'
import { openMailbox } from '@fornix/demo/mailbox/store.ts'
import { expect, onTestFinished, test } from 'vitest'
import { emailWorld, pdfOfSize } from '../../../test/email-world.ts'
import { smallPdf } from '../../../test/given.ts'
import { visitBooker } from '../../../test/visits.ts'
import { listUnsent } from '../../clinic/records/list-unsent.ts'
import { startMailSender } from '../../platform/mail/sender.ts'

const { as, owner, database, platform, folder, setting, write, emails, documentOf } = await emailWorld()

/** The sender as it runs beside the app, with a mail server that may be down, and a clock that the test moves. */
const delivery = async () => {
  const mailFolder = await mkdtemp(`${tmpdir()}/fornix-mail-`)
  const mailbox = await openMailbox(mailFolder)
  const probe = await startDemoSmtp(mailbox)
  await probe.close()
  let later = 0
  const sender = startMailSender({
    listUnsent,
    database,
    smtpUrl: probe.url,
    mailFrom: 'Fornix <no-reply@fornix.example>',
    files: platform.files,
    log: platform.log,
    clock: () => new Date(Date.now() + later),
  })
  onTestFinished(async () => {
    await sender.stop()
    await rm(mailFolder, { recursive: true, force: true })
  })
  return {
    wake: sender.wake,
    mailbox,
    pass: (ms: number) => (later += ms),
    up: async () => {
      const server = await startDemoSmtp(mailbox, Number(new URL(probe.url).port))
      onTestFinished(server.close)
    },
  }
}
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('while the mail server is down an email is taken, says why it waits, and later arrives whole and once', async () => {
  const { nora, ana } = await setting()
  const { wake, mailbox, pass, up } = await delivery()
  const file_id = await documentOf(nora, ana)
  const added = pdfOfSize(maxAttachmentBytes)

  const body = { attachments: JSON.stringify([file_id]), bcc: 'archive@clinic.example' }
  expect((await write(nora, ana, body, [{ name: 'Große Datei.pdf', bytes: added }])).status).toBe(200)
  await wake()
  expect(await emails(nora, ana)).toMatchObject([
    { delivery: 'queued', delivery_note: expect.stringContaining('cannot be reached') },
  ])

  await up()
  pass(hourMs)
  await Promise.all([wake(), wake()])
  pass(hourMs)
  await wake()

  const arrived = await mailbox.list(ana.email)
  expect(arrived).toMatchObject([
    {
      to: [ana.email],
      bcc: ['archive@clinic.example'],
      subject: 'Your scan',
      attachments: [
        { filename: 'Report.pdf', sha256: hash(smallPdf('Report.pdf')) },
        { filename: 'Große Datei.pdf', sha256: hash(added) },
      ],
    },
  ])
  expect(arrived[0]?.text.trim()).toBe('Dear Ana,\n\nsee you soon.')
  expect(await emails(nora, ana)).toMatchObject([
    { delivery: 'sent', delivery_note: '', message: 'Dear Ana,\n\nsee you soon.' },
  ])
})

test('an automatic email to a patient that fails is in the record’s emails and in Today; one that was withdrawn is not', async () => {
  const { nora, ana } = await setting()
  const { wake, pass } = await delivery()
  const book = visitBooker({ as })
  await book(ana, '2032-03-11T16:00:00.000Z')
  const { id } = await book(ana, '2032-03-10T16:00:00.000Z')
  await owner(
    `insert into mail_outbox (project_id, mail_id, patient_id, to_addresses, subject, body, idempotency_key)
     select project_id, gen_random_uuid(), patient_id, array[case n when 1 then 'clinic@clinic.example' else email end],
            case n when 1 then 'From Ana' else 'Reminder' end, '', case n when 1 then 'contact' else 'reminder:' || $2 || ':0' end
       from patients, generate_series(1, 2) n where patient_id = $1`,
    [ana.id, id],
  )
  await as(nora).call(cancelAppointment, { params: { key: ana.code, id } })
  await wake()
  expect(await emails(nora, ana)).toEqual([])
  pass(25 * hourMs)
  await wake()

  const failed = { delivery: 'failed', delivery_note: expect.stringContaining('cannot be reached') }
  expect(await emails(nora, ana)).toMatchObject([
    { ...failed, subject: expect.stringMatching(/canceled$/), message: expect.stringContaining('has been canceled') },
    { ...failed, subject: expect.stringMatching(/^Your appointment on .*March 11/), to_email: ana.email },
  ])
  const { sections } = await as(nora).call(getWorkQueue, { query: {} })
  expect(sections.find(({ kind }) => kind === 'mail')).toMatchObject({
    count: 2,
    items: [{ patient_id: ana.code }, {}],
  })
})

test('an email whose file is damaged does not arrive in part: it fails, and says so', async () => {
  const { nora, ana } = await setting()
  const { wake, mailbox, pass, up } = await delivery()
  await write(nora, ana, { subject: 'Damaged' }, [{ name: 'a.pdf', bytes: pdfOfSize(maxAttachmentBytes) }])
  await write(nora, ana, { subject: 'Missing' }, [{ name: 'a.pdf', bytes: smallPdf() }])
  await write(nora, ana, { subject: 'Whole' }, [{ name: 'a.pdf', bytes: smallPdf() }])
  const keys = await owner<{ storage_key: string }>(
    'select storage_key from files where patient_id = $1 order by upload_date',
    [ana.id],
  )
  const paths = (await readdir(folder, { recursive: true, withFileTypes: true })).map(
    ({ parentPath, name }) => `${parentPath}/${name}`,
  )
  const pathOf = (n: number) => paths.find((path) => path.endsWith(keys[n]?.storage_key ?? '?')) ?? ''
  const bytes = await readFile(pathOf(0))
  bytes[bytes.length - 5000] = (bytes[bytes.length - 5000] ?? 0) ^ 1
  await writeFile(pathOf(0), bytes)
  await rm(pathOf(1))

  await up()
  pass(1000)
  await wake()

  expect((await mailbox.list(ana.email)).map(({ subject }) => subject)).toEqual(['Whole'])
  expect(await emails(nora, ana)).toMatchObject([
    { subject: 'Whole', delivery: 'sent' },
    { subject: 'Missing', delivery: 'failed', delivery_note: 'An attachment can no longer be read' },
    { subject: 'Damaged', delivery: 'failed', delivery_note: 'An attachment can no longer be read' },
  ])
  const events = await owner(
    "select actor_role, result from audit_events where patient_id = $1 and action = 'file.broken' order by result",
    [ana.id],
  )
  expect(events).toEqual([
    { actor_role: 'system', result: 'A stored file is damaged' },
    { actor_role: 'system', result: 'A stored file is missing' },
  ])
})

test('an email that waits does not leave with a document that was deleted meanwhile: it fails, and says so', async () => {
  const { nora, ana } = await setting()
  const { wake, mailbox, pass, up } = await delivery()
  const [gone, kept] = [await documentOf(nora, ana, 'Of Ben.pdf'), await documentOf(nora, ana)]
  const added = [{ name: 'a.pdf', bytes: smallPdf('added') }]
  await write(nora, ana, { subject: 'Wrong', attachments: JSON.stringify([kept, gone]) }, added)
  await write(nora, ana, { subject: 'Right', attachments: JSON.stringify([kept]) }, added)
  await wake()
  await as(nora).call(deleteDocument, { params: { file_id: gone } })

  await up()
  pass(hourMs)
  await wake()

  expect(await mailbox.list(ana.email)).toMatchObject([{ subject: 'Right', attachments: [{}, {}] }])
  expect(await emails(nora, ana)).toMatchObject([
    { subject: 'Right', delivery: 'sent' },
    { subject: 'Wrong', delivery: 'failed', delivery_note: 'An attached document was deleted' },
  ])
})
