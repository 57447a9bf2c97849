import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dayMs, hourMs } from '@fornix/contract'
import { startDemoSmtp } from '@fornix/demo/mailbox/smtp.ts'
import { type DemoMailbox, openMailbox } from '@fornix/demo/mailbox/store.ts'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { listUnsent } from '../../clinic/records/list-unsent.ts'
import { openLog } from '../base/log.ts'
import { databaseClock } from '../database/clock.ts'
import { projectId, staffScope } from '../database/scope.ts'
import { keyRing } from '../files/encryption/key-ring.ts'
import { fixedKeys } from '../files/encryption/master-keys.ts'
import type { FileSpace } from '../files/store-upload.ts'
import { folderStore } from '../files/stores/folder-store.ts'
import { type Mail, queueMail } from './outbox.ts'
import { claimMails } from './queue.ts'
import { startMailSender } from './sender.ts'
import type { Delivery } from './transport.ts'

const log = openLog('silent')
const project = projectId(uuid())
const start = Date.parse('2030-01-01T00:00:00Z')
let scratch: TestDatabase
let mailbox: DemoMailbox
let files: FileSpace
let folder: string
let now: number
const clock = () => new Date(now)

beforeAll(async () => {
  scratch = await testDatabase()
  await scratch.database.systemQuery("insert into projects (project_id, slug, name) values ($1, 'mailtest', 'Mail')", [
    project,
  ])
})
afterAll(() => scratch.drop())

beforeEach(async () => {
  now = start
  await scratch.database.systemQuery('delete from mail_outbox', [])
  folder = await mkdtemp(`${tmpdir()}/fornix-mail-`)
  files = {
    store: await folderStore(`${folder}/store`),
    keys: keyRing(scratch.database, fixedKeys(Buffer.alloc(32, 7))),
  }
  mailbox = await openMailbox(folder)
  return () => rm(folder, { recursive: true, force: true })
})

const mail = (fields: Partial<Mail> = {}): Mail => ({
  project,
  to: ['ana@x.example'],
  subject: 'Hello',
  body: 'Text',
  idempotencyKey: uuid(),
  ...fields,
})
const queue = (fields?: Partial<Mail>) =>
  scratch.database.scoped(staffScope(project), (db) => queueMail(db, mail(fields)))
const rows = () =>
  scratch.database.systemQuery<{ status: string; attempts: number; last_error: string; body: string; mail_id: string }>(
    'select * from mail_outbox order by mail_id',
    [],
  )
/** The row's times come from the database; the tests' clock starts at the same time. */
const settle = () =>
  scratch.database.systemQuery('update mail_outbox set created_at = $1, next_attempt_at = $1', [new Date(start)])

const sender = (smtpUrl: string) => {
  const running = startMailSender({
    listUnsent,
    database: scratch.database,
    smtpUrl,
    mailFrom: 'Fornix <no-reply@fornix.example>',
    files,
    log,
    clock,
  })
  onTestFinished(running.stop)
  return running
}
const smtp = async () => {
  const server = await startDemoSmtp(mailbox)
  onTestFinished(server.close)
  return server.url
}
const closedPort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('a queued mail arrives once, with its blind copies, and leaves no body behind', async () => {
  await queue({
    cc: ['cc@x.example'],
    bcc: ['blind@x.example'],
    replyTo: 'me@x.example',
    body: 'See http://a.example/x?y=1.',
  })
  await settle()
  const running = sender(await smtp())
  await Promise.all([running.wake(), running.wake()])
  await running.wake()
  expect(await mailbox.list()).toMatchObject([
    {
      to: ['ana@x.example'],
      cc: ['cc@x.example'],
      bcc: ['blind@x.example'],
      from: 'no-reply@fornix.example',
      subject: 'Hello',
      links: ['http://a.example/x?y=1'],
    },
  ])
  expect(await rows()).toMatchObject([{ status: 'sent', attempts: 1, body: '' }])
})

test.each(['REQUEST', 'CANCEL'])('a calendar leaves as an attachment and as the %s that it is', async (method) => {
  await queue({ calendar: `BEGIN:VCALENDAR\r\nMETHOD:${method}\r\nEND:VCALENDAR\r\n` })
  await settle()
  await sender(await smtp()).wake()
  expect(await mailbox.list()).toMatchObject([{ attachments: [{ filename: expect.stringMatching(/\.ics$/) }] }])
  const [file] = await readdir(folder)
  expect(await readFile(`${folder}/${file}`, 'utf8')).toMatch(
    new RegExp(`text/calendar;[^\n]*\n?[^\n]*method=${method}`),
  )
})

test('a mail of a transaction that fails is never queued', async () => {
  const failing = scratch.database.scoped(staffScope(project), async (db) => {
    await queueMail(db, mail())
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await rows()).toEqual([])
})

test('the same cause queues one mail', async () => {
  await queue({ idempotencyKey: 'invite-1' })
  await queue({ idempotencyKey: 'invite-1' })
  expect(await rows()).toHaveLength(1)
})

test('a request can queue mails but not read their links', async () => {
  await queue()
  const reading = scratch.database.scoped(staffScope(project), (db) =>
    db.selectFrom('mail_outbox').select('body').execute(),
  )
  await expect(reading).rejects.toThrow('permission denied')
})

test('an address that was not parsed is refused and a subject stays one line', async () => {
  await expect(queue({ to: ['a@x.example\r\nBcc: v@y.example'] })).rejects.toThrow('unchecked address')
  await expect(queue({ replyTo: 'a@x.example, v@y.example' })).rejects.toThrow('unchecked address')
  await queue({ subject: 'Hi\r\nBcc: victim@y.example\u2028X-Other: 1' })
  await settle()
  await sender(await smtp()).wake()
  expect(await mailbox.list()).toMatchObject([
    { to: ['ana@x.example'], cc: [], bcc: [], subject: 'Hi Bcc: victim@y.example X-Other: 1' },
  ])
})

test('while the mail server is down a mail waits longer and longer, and leaves once it is back', async () => {
  await queue()
  await settle()
  const port = await closedPort()
  const running = sender(`smtp://127.0.0.1:${port}`)
  await running.wake()
  expect(await rows()).toMatchObject([{ status: 'queued', attempts: 1, body: 'Text' }])
  expect(await running.ready()).toMatchObject({ ok: true, smtp: 'down', ageSeconds: 0 })

  now = start + 4000
  await running.wake()
  expect(await rows()).toMatchObject([{ attempts: 1 }])
  now = start + 5000
  await running.wake()
  expect(await rows()).toMatchObject([{ attempts: 2 }])

  const server = await startDemoSmtp(mailbox, port)
  onTestFinished(server.close)
  now = start + 14_000
  await running.wake()
  expect(await mailbox.list()).toEqual([])
  now = start + 15_000
  await running.wake()
  expect(await mailbox.list()).toHaveLength(1)
  expect(await running.ready()).toMatchObject({ ok: true, smtp: 'up' })
})

test('a mail is given up after a day, with a reason', async () => {
  await queue()
  await settle()
  now = start + dayMs
  const running = sender(`smtp://127.0.0.1:${await closedPort()}`)
  expect(await running.ready()).toMatchObject({ ok: false })
  await running.wake()
  expect(await rows()).toMatchObject([{ status: 'failed', last_error: expect.stringContaining('cannot be reached') }])
})

test('mails that a server answered and put off make no node unready; mails that no server took do', async () => {
  await queue()
  await settle()
  const answers = [{ refused: [], putOff: ['ana@x.example'], serverResponse: 'The mail server deferred it: 451 later' }]
  const greylisting = startMailSender({
    ...{ listUnsent, database: scratch.database, smtpUrl: '', mailFrom: 'a@x.example', files, log, clock },
    transport: { send: async () => answers[0]!, reachable: async () => true, close: () => {} },
  })
  onTestFinished(greylisting.stop)
  now = start + 16 * 60_000
  expect(await greylisting.ready()).toMatchObject({ ok: false })
  await greylisting.wake()
  expect(await rows()).toMatchObject([{ status: 'queued', attempts: 1 }])
  expect(await greylisting.ready()).toMatchObject({ ok: true })

  const running = sender(`smtp://127.0.0.1:${await closedPort()}`)
  now += hourMs
  await running.wake()
  expect(await rows()).toMatchObject([{ status: 'queued', attempts: 2 }])
  expect(await running.ready()).toMatchObject({ ok: false })
})

test('a node whose clock is ten minutes ahead leaves alone what another node has in hand', async () => {
  await queue()
  expect(await claimMails(scratch.database, await databaseClock(scratch.database)(), 5)).toHaveLength(1)
  const send = vi.fn(async () => ({ refused: [], putOff: [], serverResponse: '' }))
  const transport = { send, reachable: async () => true, close: () => {} }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 })
  onTestFinished(() => void vi.useRealTimers())
  const ahead = startMailSender({
    ...{ listUnsent, database: scratch.database, smtpUrl: '', mailFrom: 'a@x.example', files, log, transport },
  })
  onTestFinished(ahead.stop)
  await ahead.wake()
  expect(send).not.toHaveBeenCalled()
})

test('a mail whose sender died is sent when the lease has run out, not before', async () => {
  await queue()
  await settle()
  expect(await claimMails(scratch.database, clock(), 5)).toHaveLength(1)
  const running = sender(await smtp())
  now = start + 119_000
  await running.wake()
  expect(await mailbox.list()).toEqual([])
  now = start + 120_000
  await running.wake()
  expect(await mailbox.list()).toHaveLength(1)
})

test('a mail that was sent by a sender that died before noting it is kept once by the receiver', async () => {
  await queue()
  await settle()
  const running = sender(await smtp())
  await running.wake()
  await scratch.database.systemQuery("update mail_outbox set status = 'sending', body = 'Text'", [])
  now = start + 121_000
  await running.wake()
  expect(await rows()).toMatchObject([{ status: 'sent', attempts: 2 }])
  expect(await mailbox.list()).toHaveLength(1)
})

test('several senders at once send each mail once', async () => {
  for (let i = 0; i < 30; i++) await queue({ subject: `Mail ${i}` })
  await settle()
  const url = await smtp()
  await Promise.all([sender(url).wake(), sender(url).wake(), sender(url).wake()])
  expect(new Set((await rows()).map(({ attempts, status }) => `${status} ${attempts}`))).toEqual(new Set(['sent 1']))
  expect(await mailbox.list()).toHaveLength(30)
})

test('the mailbox survives a restart and finds by any kind of recipient', async () => {
  await queue({ to: ['Ana@x.example'], bcc: ['blind@x.example'] })
  await settle()
  await sender(await smtp()).wake()
  const reopened = await openMailbox(folder)
  expect(await reopened.list('ANA@X.example')).toHaveLength(1)
  expect(await reopened.list('blind@x.example')).toHaveLength(1)
  expect(await reopened.list('x.example')).toEqual([])
})

test('a mail that takes longer to hand over than a lease lasts stays with its sender', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await queue()
  await settle()
  const handed = Promise.withResolvers<Delivery>()
  const begun = Promise.withResolvers<void>()
  const send = () => {
    begun.resolve()
    return handed.promise
  }
  const transport = { send, reachable: async () => true, close: () => {} }
  const slow = startMailSender({
    listUnsent,
    database: scratch.database,
    smtpUrl: '',
    mailFrom: 'a@x.example',
    files,
    log,
    clock,
    transport,
  })
  const working = slow.wake()
  await begun.promise
  const held = () =>
    scratch.database.systemQuery<{ next_attempt_at: string }>('select next_attempt_at from mail_outbox', [])
  const [before] = await held()

  now = start + 110_000
  vi.advanceTimersByTime(30_000)
  await expect.poll(async () => (await held())[0]?.next_attempt_at).not.toBe(before?.next_attempt_at)
  now = start + 130_000
  expect(await claimMails(scratch.database, clock(), 5)).toEqual([])

  handed.resolve({ refused: [], putOff: [], serverResponse: '' })
  await working
  expect(await rows()).toMatchObject([{ status: 'sent', attempts: 1 }])
  await slow.stop()
})
