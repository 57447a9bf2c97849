import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { authority, hasOpenssl } from '../../../test/certificates.ts'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { type Behaviour, mailServer } from '../../../test/mail-server.ts'
import { openLog } from '../base/log.ts'
import { projectId, staffScope } from '../database/scope.ts'
import { keyRing } from '../files/encryption/key-ring.ts'
import { fixedKeys } from '../files/encryption/master-keys.ts'
import { folderStore } from '../files/stores/folder-store.ts'
import { type Mail, queueMail } from './outbox.ts'
import type { QueuedMail } from './queue.ts'
import { startMailSender } from './sender.ts'
import { type MailTls, smtpTransport, tlsFor } from './transport.ts'

const log = openLog('silent')
const project = projectId(uuid())
const start = Date.parse('2030-01-01T00:00:00Z')
const plain: MailTls = { secure: false, requireTLS: false, ignoreTLS: true }
let scratch: TestDatabase
let folder: string
let now = start

beforeAll(async () => {
  scratch = await testDatabase()
  folder = await mkdtemp(`${tmpdir()}/fornix-mail-`)
  await scratch.database.systemQuery(
    `insert into projects (project_id, slug, name, contact) values ($1, 'harbor', E'Harbor\\nImaging', '{"email": "desk@harbor.example"}')`,
    [project],
  )
})
afterAll(async () => {
  await scratch.drop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  now = start
  await scratch.database.systemQuery('delete from mail_outbox', [])
})

const node = (url: string, tls: MailTls = plain, waitMs?: number) => {
  const running = startMailSender({
    database: scratch.database,
    smtpUrl: url,
    mailFrom: 'Fornix <no-reply@fornix.example>',
    files: { store, keys: keyRing(scratch.database, fixedKeys(Buffer.alloc(32, 7))) },
    log,
    clock: () => new Date(now),
    transport: smtpTransport(url, 'Fornix <no-reply@fornix.example>', tls, waitMs),
  })
  onTestFinished(running.stop)
  return running
}
let store: Awaited<ReturnType<typeof folderStore>>
beforeAll(async () => {
  store = await folderStore(`${folder}/store`)
})

const write = async (fields: Partial<Mail> = {}) => {
  const mail = { project, to: ['ana@x.example'], subject: 'Hello', body: 'Text', idempotencyKey: uuid(), ...fields }
  const id = await scratch.database.scoped(staffScope(project), (db) => queueMail(db, mail))
  await scratch.database.systemQuery(
    'update mail_outbox set created_at = $1, next_attempt_at = $1 where mail_id = $2',
    [new Date(now), id],
  )
  return id
}
const state = async () =>
  (
    await scratch.database.systemQuery<{ status: string; note: string | null; attempts: number }>(
      'select status, last_error as note, attempts from mail_outbox order by created_at',
      [],
    )
  )[0]
/** Attempts, each as soon as it is due. */
const attempt = async (running: ReturnType<typeof node>, times = 1) => {
  for (let i = 0; i < times; i++) {
    await running.wake()
    now += 3600_000
  }
}

const refuse = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })
/** Refuses the first time, then accepts. */
const firstly = (error: Error) => {
  let times = 0
  return (done: (error?: Error | null) => void) => done(times++ === 0 ? error : null)
}
const busy = firstly(refuse(451, 'Busy'))
const grey = firstly(refuse(450, 'Greylisted, come back later'))
const sender = firstly(refuse(452, 'Full'))
const later = firstly(refuse(421, 'Try again later'))

test.each<[string, Behaviour, { first: string; note: string; later: string; arrived: number }]>([
  [
    'puts recipients off at first (greylisting)',
    { onRcptTo: (_address, _session, done) => grey(done) },
    { first: 'queued', note: 'The mail server put it off: 450 Greylisted, come back later', later: 'sent', arrived: 1 },
  ],
  [
    'puts a recipient off at first and ends the connection',
    { onRcptTo: (_address, _session, done) => later(done) },
    { first: 'queued', note: 'The mail server put it off: 421 Try again later', later: 'sent', arrived: 1 },
  ],
  [
    'has no space at first',
    { onMailFrom: (_address, _session, done) => sender(done) },
    { first: 'queued', note: 'The mail server put it off: 452 Full', later: 'sent', arrived: 1 },
  ],
  [
    'takes the text and then puts it off at first',
    { onData: (_stream, _session, done) => busy(done) },
    { first: 'queued', note: 'The mail server put it off: 451 Busy', later: 'sent', arrived: 1 },
  ],
  [
    'knows no such address',
    { onRcptTo: (_address, _session, done) => done(refuse(550, 'No such mailbox here')) },
    { first: 'failed', note: 'The mail server refused it: 550 No such mailbox here', later: 'failed', arrived: 0 },
  ],
  [
    'refuses the text',
    { onData: (_stream, _session, done) => done(refuse(554, 'Looks like spam')) },
    { first: 'failed', note: 'The mail server refused it: 554 Looks like spam', later: 'failed', arrived: 0 },
  ],
  [
    'breaks off in the middle of the text',
    { drop: 'in data' },
    { first: 'queued', note: 'The mail server cannot be reached, or broke off', later: 'sent', arrived: 1 },
  ],
])('a mail server that %s', async (_title, behaviour, wanted) => {
  const server = await mailServer(behaviour)
  await write()
  const running = node(server.url)
  await attempt(running)
  expect(await state()).toEqual({ status: wanted.first, note: wanted.note, attempts: 1 })
  await attempt(running, 2)
  expect(await state()).toMatchObject({ status: wanted.later, note: wanted.later === 'sent' ? null : wanted.note })
  expect(server.arrived).toHaveLength(wanted.arrived)
})

/** Refuses until the cause is fixed. */
const until = (mended: () => boolean, error: Error) => (done: (error?: Error | null) => void) =>
  done(mended() ? null : error)

test.each<[string, string, (mended: () => boolean) => Behaviour]>([
  [
    'the connection',
    'The mail server refuses the connection',
    (mended) => ({
      onConnect: (_session, done) => until(mended, refuse(554, 'Your network is blocked'))(done),
    }),
  ],
  [
    'the address of the portal',
    'The mail server does not take mail from the address of the portal',
    (mended) => ({
      onMailFrom: (_address, _session, done) => until(mended, refuse(553, 'Sender not owned by user'))(done),
    }),
  ],
  [
    'whoever has not signed in',
    'The mail server does not take mail from the address of the portal',
    (mended) => ({
      onMailFrom: (_address, _session, done) => until(mended, refuse(530, 'Authentication required'))(done),
    }),
  ],
])('a mail server that refuses %s counts as down, and gets the mails once it is set right', async (_what, note, of) => {
  let mended = false
  const server = await mailServer(of(() => mended))
  await write()
  const running = node(server.url)
  await attempt(running)
  expect(await state()).toEqual({ status: 'queued', note, attempts: 1 })
  now -= 3600_000
  expect(await running.ready()).toMatchObject({ smtp: 'down' })
  mended = true
  now += 3600_000
  await attempt(running)
  expect(await state()).toMatchObject({ status: 'sent' })
  expect(server.arrived).toHaveLength(1)
})

test('a mail that is too large for the server fails alone', async () => {
  const server = await mailServer({ onMailFrom: (_address, _session, done) => done(refuse(552, 'Too large')) })
  await write()
  const running = node(server.url)
  await attempt(running)
  expect(await state()).toMatchObject({ status: 'failed', note: 'The mail server refused it: 552 Too large' })
})

test('a mail whose acknowledgement was lost is repeated with the same Message-ID, and as whole as before', async () => {
  const server = await mailServer({ drop: 'after data' })
  await write({ calendar: 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n' })
  const running = node(server.url)
  await attempt(running)
  expect(await state()).toMatchObject({ status: 'queued' })
  expect(server.arrived).toHaveLength(1)
  await attempt(running, 2)
  expect(await state()).toMatchObject({ status: 'sent', attempts: 2 })
  expect(server.arrived).toHaveLength(2)
  expect(new Set(server.arrived.map(({ id }) => id)).size).toBe(1)
  expect(new Set(server.arrived.map(({ size }) => size)).size).toBe(1)
})

test('a silent mail server is given up in time, and a slow one is not', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  await write()
  await attempt(node(`smtp://localhost:${(silent.address() as AddressInfo).port}`, plain, 200))
  expect(await state()).toMatchObject({ status: 'queued', note: 'The mail server does not answer' })

  const slow = await mailServer({ onRcptTo: (_address, _session, done) => void setTimeout(done, 300) })
  await attempt(node(slow.url, plain, 200))
  expect(await state()).toMatchObject({ status: 'sent' })
  expect(slow.arrived).toHaveLength(1)
})

test('one recipient of three is put off: the others get it once, and that one as soon as it is taken', async () => {
  let isOff = true
  const server = await mailServer({
    onRcptTo: ({ address }, _session, done) => {
      if (address === 'gone@x.example') return done(refuse(550, 'No such mailbox here'))
      done(isOff && address === 'cc@x.example' ? refuse(450, 'Try later') : null)
    },
  })
  await write({ cc: ['cc@x.example'], bcc: ['gone@x.example'] })
  const running = node(server.url)
  await attempt(running)
  expect(await state()).toMatchObject({
    status: 'queued',
    note: '1 recipient waits. The mail server put it off: 450 Try later',
  })
  isOff = false
  await attempt(running, 2)
  expect(server.arrived.map(({ to }) => to)).toEqual([['ana@x.example'], ['cc@x.example']])
  expect(await state()).toMatchObject({ status: 'sent', note: '1 recipient was refused' })
})

test('a recipient who is put off for a day is given up; the mail counts as sent, and says so', async () => {
  const server = await mailServer({
    onRcptTo: ({ address }, _session, done) => done(address === 'cc@x.example' ? refuse(450, 'Try later') : null),
  })
  await write({ cc: ['cc@x.example'] })
  await attempt(node(server.url), 30)
  expect(await state()).toMatchObject({ status: 'sent', note: '1 recipient was refused' })
  expect(server.arrived).toHaveLength(1)
})

test('a mail is from the project, at the address that may send, and replies go to the project', async () => {
  const server = await mailServer()
  await write()
  await write({ replyTo: 'nora@harbor.example' })
  await attempt(node(server.url))
  expect(server.commands).toEqual(['from no-reply@fornix.example', 'from no-reply@fornix.example'])
  expect(server.arrived.map(({ from }) => from)).toEqual(Array(2).fill('Harbor Imaging <no-reply@fornix.example>'))
  expect(server.arrived.map(({ replyTo }) => replyTo).sort()).toEqual(['desk@harbor.example', 'nora@harbor.example'])
})

test('what no person wrote says so, for mailboxes whose owner is away; a letter of staff does not', async () => {
  const server = await mailServer()
  await write({ subject: 'A reminder' })
  await write({ subject: 'A letter', replyTo: 'nora@harbor.example' })
  await attempt(node(server.url))
  expect(Object.fromEntries(server.arrived.map(({ subject, autoSubmitted }) => [subject, autoSubmitted]))).toEqual({
    'A reminder': 'auto-generated',
    'A letter': '',
  })
})

test.each([
  'Reminder =?utf-8?b?QQpCY2M6IGV2ZUB4LmV4YW1wbGU=?= of your visit',
  '=?utf-8?q?A=0ABcc:_eve@x.example?=',
  `Größe ${'é→𝄞'.repeat(60)} =?utf-8?b?QQ==?=`,
  '=?',
  'Re: your visit on Monday, at 10:00 am in the Harbor Building, second floor, ask for Nora at the desk on arrival',
])('the subject %j is read as it was typed', async (subject) => {
  const server = await mailServer()
  await write({ subject })
  await attempt(node(server.url))
  expect(server.arrived).toMatchObject([{ subject, to: ['ana@x.example'] }])
})

test('the names of the project and of a file are not decoded at the reader', async () => {
  const word = '=?utf-8?b?QQpCY2M6IGV2ZUB4LmV4YW1wbGU=?='
  const server = await mailServer()
  const transport = smtpTransport(server.url, 'Fornix <no-reply@fornix.example>', plain)
  onTestFinished(() => transport.close())
  const mail: QueuedMail = {
    project_id: project,
    mail_id: uuid(),
    to_addresses: ['ana@x.example'],
    cc: [],
    bcc: [],
    reply_to: null,
    subject: 'Hello',
    body: 'Text',
    calendar: null,
    attempts: 1,
    created_at: new Date(start).toISOString(),
    left_to: null,
    refused: 0,
    project_name: word,
    project_contact: '',
  }
  await transport.send(mail, [
    { filename: `${word}.pdf`, contentType: 'application/pdf', content: Readable.from([Buffer.from('%PDF')]) },
  ])
  const shown = word.replaceAll('=?', '= ?')
  expect(server.arrived).toMatchObject([{ from: `${shown} <no-reply@fornix.example>`, files: [`${shown}.pdf`] }])
})

test('after an hour without a mail server every mail arrives exactly once, from two nodes, within five minutes', async () => {
  const probe = await mailServer()
  const gone = createServer().listen(0, '127.0.0.1')
  await once(gone, 'listening')
  const { port } = gone.address() as AddressInfo
  await new Promise((resolve) => gone.close(resolve))
  expect(port).not.toBe(probe.port)
  const nodes = [node(`smtp://localhost:${port}`), node(`smtp://localhost:${port}`)]
  const pass = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 30) {
      now += 30_000
      await Promise.all(nodes.map((one) => one.wake()))
    }
  }
  for (let i = 0; i < 12; i++) {
    await write()
    await pass(300)
  }
  expect(await state()).toMatchObject({ status: 'queued' })
  const server = await mailServer({ port })
  await pass(300)
  expect(server.arrived).toHaveLength(12)
  expect(new Set(server.arrived.map(({ id }) => id)).size).toBe(12)
  const left = await scratch.database.systemQuery("select from mail_outbox where status <> 'sent'", [])
  expect(left).toEqual([])
})

test.each([
  ['smtps://mail.clinic.example', { secure: true, requireTLS: false, ignoreTLS: false }],
  ['smtp://mail.clinic.example:587', { secure: false, requireTLS: true, ignoreTLS: false }],
  ['smtp://10.0.0.5', { secure: false, requireTLS: true, ignoreTLS: false }],
  ['smtp://relay.lan?requireTLS=false', { secure: false, requireTLS: false, ignoreTLS: false }],
  ['smtp://127.0.0.1:1025', { secure: false, requireTLS: false, ignoreTLS: true }],
])('%s is spoken to encrypted, unless it is this machine', (url, tls) => {
  expect(tlsFor(url)).toEqual(tls)
})

describe.runIf(hasOpenssl)('over TLS', async () => {
  if (!hasOpenssl) return
  const papers = await mkdtemp(`${tmpdir()}/fornix-papers-`)
  afterAll(() => rm(papers, { recursive: true, force: true }))
  const read = (path: string) => readFile(path, 'utf8')
  const [ours, stranger] = await Promise.all([authority(papers, 'ours'), authority(papers, 'stranger')])
  const issue = async (by: typeof ours, host: string) => {
    const { certificate, key } = await by.sign(host)
    return { cert: await read(certificate), key: await read(key) }
  }
  const ca = await read(ours.certificate)
  const right = await issue(ours, 'localhost')
  const strangers = await issue(stranger, 'localhost')
  const anotherHost = await issue(ours, 'mail.x.example')
  const starttls: MailTls = { secure: false, requireTLS: true, ignoreTLS: false, ca }
  const smtps: MailTls = { secure: true, requireTLS: false, ignoreTLS: false, ca }
  const account = (user: string, password: string): Behaviour => ({
    authOptional: false,
    onAuth: (auth, _session, done) =>
      auth.username === user && auth.password === password
        ? done(null, { user })
        : done(refuse(535, 'Wrong user or password')),
  })
  const withAccount = (url: string) => url.replace('//', '//portal:s%40cret@')

  test.each<[string, MailTls, Behaviour]>([
    ['STARTTLS', starttls, { ...right, disabledCommands: [] }],
    ['smtps', smtps, { ...right, secure: true }],
  ])('a mail leaves by %s, signed in', async (_title, tls, behaviour) => {
    const server = await mailServer({ ...behaviour, ...account('portal', 's@cret') })
    await write()
    await attempt(node(withAccount(server.url), tls))
    expect(await state()).toMatchObject({ status: 'sent', note: null })
    expect(server.arrived).toHaveLength(1)
  })

  test.each<[string, MailTls, Behaviour]>([
    ['a certificate of a stranger, STARTTLS', starttls, { ...strangers, disabledCommands: [] }],
    ['a certificate of a stranger, smtps', smtps, { ...strangers, secure: true }],
    ['a certificate of another host', smtps, { ...anotherHost, secure: true }],
    ['STARTTLS taken away', starttls, { ...right, disabledCommands: ['STARTTLS'] }],
    ['STARTTLS hidden', starttls, { ...right, hideSTARTTLS: true, disabledCommands: ['STARTTLS'] }],
  ])('%s: nothing is said to that server', async (_title, tls, behaviour) => {
    const server = await mailServer(behaviour)
    await write()
    await attempt(node(withAccount(server.url), tls))
    expect(await state()).toMatchObject({ status: 'queued', note: 'The connection to the mail server is not safe' })
    expect(server.commands).toEqual([])
    expect(server.arrived).toEqual([])
  })

  test('a wrong password is said as such, and the mail waits', async () => {
    const server = await mailServer({ ...right, secure: true, ...account('portal', 'another') })
    await write()
    await attempt(node(withAccount(server.url), smtps))
    expect(await state()).toMatchObject({
      status: 'queued',
      note: 'The mail server does not let the portal sign in',
    })
  })
})
