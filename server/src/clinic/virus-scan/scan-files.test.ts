import { buffer } from 'node:stream/consumers'
import {
  addMyReimbursement,
  downloadDocument,
  downloadEmailAttachment,
  downloadForm,
  downloadMyDocument,
  downloadMyReimbursementFile,
  downloadReimbursementFile,
  getAccessLog,
  listDocuments,
  listEmails,
  listMyDocuments,
  listMyReimbursements,
  listNotifications,
  scanSentences,
  sendEmail,
  uploadDocument,
  uploadForm,
  uploadMyDocument,
} from '@fornix/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { hasClamd, startClamd, testVirus } from '../../../test/clamd.ts'
import { smallPdf } from '../../../test/given.ts'
import { type TestUser, testApp } from '../../../test/harness.ts'
import { StoreUnavailable } from '../../platform/base/store-unavailable.ts'
import { startMailSender } from '../../platform/mail/sender.ts'
import { listUnsent } from '../records/list-unsent.ts'
import { clamd, type Scanner, ScannerDown } from './clamd.ts'
import { scanDue } from './scan-files.ts'

const { platform, given, as, send, owner } = await testApp({ environment: { CLAMD_URL: 'tcp://127.0.0.1:9' } })
const infected = { name: 'a.pdf', bytes: smallPdf(testVirus) }
const harmless = { name: 'b.pdf', bytes: smallPdf('harmless') }

/** Finds what the real one finds, for tests that are not about it. */
const scanner: Scanner = {
  scan: async (bytes) => {
    const text = (await buffer(bytes)).toString('latin1')
    return text.includes(testVirus) ? { state: 'quarantined', finding: 'Test.Signature' } : { state: 'clean' }
  },
}
const away: Scanner = { scan: () => Promise.reject(new ScannerDown('away')) }
const scan = (by: Scanner = scanner) => scanDue(platform, by)
const dueAgain = () => owner("update files set scan_after = '-infinity'")

const world = async () => {
  const ana = await given.patient()
  const nora = await given.staff('Nurse', ana.project)
  const ada = await given.staff('Admin', ana.project)
  return { ana, nora, ada }
}
type Sent = typeof infected
/** One file of each kind, with the calls that return its bytes. */
const oneOfEach = async (ana: TestUser, nora: TestUser, file: Sent) => {
  const own = await as(ana).call(uploadMyDocument, { params: { key: ana.code } }, { file })
  const staffs = await as(nora).call(uploadDocument, { params: { key: ana.code } }, { file })
  await as(ana).call(addMyReimbursement, { body: { amount: '5', description: 'Taxi' } as never }, { file })
  const form = await as(ana).call(
    uploadForm,
    { params: { key: ana.code }, body: { signature: 'Ana Rivera' } } as never,
    { file },
  )
  const body = { to_email: ana.email, subject: 'Hi', message: 'Text' }
  await as(nora).call(sendEmail, { params: { key: ana.code }, body } as never, { files: [file] })
  const { reimbursements } = await as(ana).call(listMyReimbursements, { params: { key: ana.code } })
  const { emails } = await as(nora).call(listEmails, { params: { key: ana.code }, query: {} })
  const receipt = reimbursements[0]?.file_id ?? ''
  const attachment = emails[0]?.attachments[0]?.file_id ?? ''
  return [
    [ana, downloadMyDocument, own.file_id],
    [nora, downloadDocument, own.file_id],
    [nora, downloadDocument, staffs.file_id],
    [ana, downloadForm, form.file_id],
    [nora, downloadForm, form.file_id],
    [ana, downloadMyReimbursementFile, receipt],
    [nora, downloadReimbursementFile, receipt],
    [nora, downloadEmailAttachment, attachment],
  ] as const
}
const statesOf = async (ana: TestUser, nora: TestUser) => {
  const [mine, staffs] = await Promise.all([
    as(ana).call(listMyDocuments, { params: { key: ana.code }, query: {} }),
    as(nora).call(listDocuments, { params: { key: ana.code }, query: {} }),
  ])
  expect(mine.documents.map((one) => one.scan_state)).toEqual(staffs.documents.map((one) => one.scan_state))
  const { reimbursements } = await as(ana).call(listMyReimbursements, { params: { key: ana.code } })
  const { emails } = await as(nora).call(listEmails, { params: { key: ana.code }, query: {} })
  return [...mine.documents, ...reimbursements, ...emails.flatMap(({ attachments }) => attachments)].map(
    ({ scan_state }) => scan_state,
  )
}

test('every kind of upload is locked until it has been scanned, also while the scanner is away, and then opens', async () => {
  const { ana, nora } = await world()
  const downloads = await oneOfEach(ana, nora, harmless)
  await expect(scan(away)).rejects.toThrow('away')
  expect(await statesOf(ana, nora)).toEqual(Array(5).fill('pending'))
  for (const [user, call, file_id] of downloads)
    expect(await send(user, call, { params: { file_id } })).toMatchObject({
      status: 409,
      body: { error: scanSentences.pending, code: 'scan_pending' },
    })
  await dueAgain()
  await scan()
  expect(await statesOf(ana, nora)).toEqual(Array(5).fill('clean'))
  for (const [user, call, file_id] of downloads) {
    const { status, bytes } = await send(user, call, { params: { file_id } })
    // A form begins with what was sent; its signature follows.
    expect([status, bytes.subarray(0, harmless.bytes.length).equals(harmless.bytes)]).toEqual([200, true])
  }
})

test('a quarantined file of any kind gives its bytes to nobody, and every finding is in the audit trail', async () => {
  const { ana, nora } = await world()
  const downloads = await oneOfEach(ana, nora, infected)
  await scan()
  expect(await statesOf(ana, nora)).toEqual(Array(5).fill('quarantined'))
  for (const [user, call, file_id] of downloads) {
    const { status, body, bytes } = await send(user, call, { params: { file_id } })
    expect({ status, error: body.error }).toEqual({ status: 409, error: scanSentences.quarantined })
    expect(bytes.includes(testVirus)).toBe(false)
  }
  const rows = await owner<{ result: string }>(
    "select result from audit_events where patient_id = $1 and action = 'file.quarantine' and actor_role = 'system'",
    [ana.id],
  )
  expect(rows).toEqual(Array(5).fill({ result: 'ok Test.Signature' }))
  const log = await as(ana).call(getAccessLog, { query: {} })
  expect(JSON.stringify(log)).toContain('because a virus was found in it')
})

test('staff hear of a patient’s document once it is clean; of a quarantined one only admins hear, by mail', async () => {
  const { ana, nora, ada } = await world()
  const heard = async () =>
    (await as(nora).call(listNotifications, { params: { provider_id: nora.code }, query: {} })).notifications.length
  await as(ana).call(uploadMyDocument, { params: { key: ana.code } }, { file: infected })
  await as(ana).call(uploadMyDocument, { params: { key: ana.code } }, { file: harmless })
  expect(await heard()).toBe(0)
  await scan()
  expect(await heard()).toBe(1)
  const mails = await owner<{ to_addresses: string[]; body: string }>(
    "select to_addresses, body from mail_outbox where project_id = $1 and subject like '%virus%'",
    [ana.project],
  )
  expect(mails.map(({ to_addresses }) => to_addresses)).toEqual([[ada.email]])
  expect(mails[0]?.body).toContain(ana.code)
  expect(mails[0]?.body).not.toContain(ana.email)
})

test('files wait seconds and not an hour for a store that was away for a moment', async () => {
  const { ana } = await world()
  const { file_id } = await as(ana).call(uploadMyDocument, { params: { key: ana.code } }, { file: harmless })
  const get = () => Promise.reject(new StoreUnavailable('unreachable', 's3://x', new Error('x')))
  const files = { ...platform.files, store: { ...platform.files.store, get } }
  await scanDue({ ...platform, files }, scanner).catch(() => {})
  const waits = "select scan_after < now() + interval '1 minute' as soon, scan_state from files where file_id = $1"
  expect(await owner(waits, [file_id])).toEqual([{ soon: true, scan_state: 'pending' }])
  await dueAgain()
  await scan()
})

test('two nodes at once check each file once', async () => {
  const { ana } = await world()
  for (let n = 0; n < 6; n++) await as(ana).call(uploadMyDocument, { params: { key: ana.code } }, { file: harmless })
  await Promise.all([scan(), scan()])
  const rows = await owner("select from audit_events where patient_id = $1 and action = 'file.clean'", [ana.id])
  expect(rows).toHaveLength(6)
})

test('a file that came while there was no scanner stays open, and is scanned when there is one', async () => {
  const { ana, nora } = await world()
  const { file_id } = await as(ana).call(uploadMyDocument, { params: { key: ana.code } }, { file: infected })
  await owner("update files set scan_state = 'unscanned' where file_id = $1", [file_id])
  expect((await send(nora, downloadDocument, { params: { file_id } })).status).toBe(200)
  await scan()
  expect((await send(nora, downloadDocument, { params: { file_id } })).status).toBe(409)
})

test('an email waits for the scan of its attachment, and fails where a virus is found; such a document is not attached again', async () => {
  const { ana, nora } = await world()
  const handed: string[] = []
  const sender = startMailSender({
    ...platform,
    listUnsent,
    smtpUrl: '',
    mailFrom: 'a@x.example',
    clock: () => new Date(Date.now() + 1000),
    transport: {
      send: async ({ subject }) => {
        handed.push(subject)
        return { refused: [], putOff: [], serverResponse: '' }
      },
      reachable: async () => true,
      close: () => {},
    },
  })
  const { file_id } = await as(nora).call(uploadDocument, { params: { key: ana.code } }, { file: infected })
  const body = {
    to_email: ana.email,
    subject: 'Hi',
    message: 'Text',
    attachments: JSON.stringify([file_id]),
  }
  const write = () => send(nora, sendEmail, { params: { key: ana.code }, body }, { files: [] })
  const delivery = async () =>
    (await as(nora).call(listEmails, { params: { key: ana.code }, query: {} })).emails.map(
      ({ delivery, delivery_note }) => [delivery, delivery_note],
    )
  expect((await write()).status).toBe(200)
  await owner("update mail_outbox set status = 'sent' where patient_id is distinct from $1", [ana.id])
  await sender.wake()
  expect(await delivery()).toEqual([['queued', 'An attachment is still being checked for viruses']])
  await scan()
  await owner('update mail_outbox set next_attempt_at = now() where patient_id = $1', [ana.id])
  await sender.wake()
  expect(await delivery()).toEqual([['failed', 'A virus was found in an attachment']])
  expect(handed).not.toContain('Hi')
  expect((await write()).status).toBe(400)
  await sender.stop()
})

describe.runIf(hasClamd)('with a real clamd', async () => {
  if (!hasClamd) return
  const real = await startClamd()
  afterAll(() => real.stop())

  test('an infected upload is quarantined and a harmless one opens', async () => {
    const { ana, nora } = await world()
    const put = (file: Sent) => as(ana).call(uploadMyDocument, { params: { key: ana.code } }, { file })
    const [bad, good] = [await put(infected), await put(harmless)]
    await scan(clamd(real.url))
    const statusOf = async ({ file_id }: { file_id: string }) =>
      (await send(nora, downloadDocument, { params: { file_id } })).status
    expect([await statusOf(bad), await statusOf(good)]).toEqual([409, 200])
  })
})
