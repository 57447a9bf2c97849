import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { hourMs } from '@fornix/contract'
import { expect, onTestFinished, test } from 'vitest'
import { type Behaviour, mailServer, refuse } from '../../../test/mail-server.ts'
import { mailWorld, plain } from '../../../test/mail-world.ts'

const { database, passTime, node, write, state, attempt } = await mailWorld()

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
    {
      first: 'queued',
      note: 'The mail server deferred it: 450 Greylisted, come back later',
      later: 'sent',
      arrived: 1,
    },
  ],
  [
    'puts a recipient off at first and ends the connection',
    { onRcptTo: (_address, _session, done) => later(done) },
    { first: 'queued', note: 'The mail server deferred it: 421 Try again later', later: 'sent', arrived: 1 },
  ],
  [
    'has no space at first',
    { onMailFrom: (_address, _session, done) => sender(done) },
    { first: 'queued', note: 'The mail server deferred it: 452 Full', later: 'sent', arrived: 1 },
  ],
  [
    'takes the text and then puts it off at first',
    { onData: (_stream, _session, done) => busy(done) },
    { first: 'queued', note: 'The mail server deferred it: 451 Busy', later: 'sent', arrived: 1 },
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
    {
      first: 'queued',
      note: 'The mail server cannot be reached, or the connection was lost',
      later: 'sent',
      arrived: 1,
    },
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
    'The mail server does not accept mail from the portal’s address',
    (mended) => ({
      onMailFrom: (_address, _session, done) => until(mended, refuse(553, 'Sender not owned by user'))(done),
    }),
  ],
  [
    'whoever has not signed in',
    'The mail server does not accept mail from the portal’s address',
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
  passTime(-hourMs)
  expect(await running.ready()).toMatchObject({ smtp: 'down' })
  mended = true
  passTime(hourMs)
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

  const slow = await mailServer({ onRcptTo: (_address, _session, done) => void setTimeout(done, 2500) })
  // Long enough for the greeting of a busy machine, and shorter than what follows takes.
  await attempt(node(slow.url, plain, 2000))
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
    note: '1 recipient waits. The mail server deferred it: 450 Try later',
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
      passTime(30_000)
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
  const left = await database.systemQuery("select from mail_outbox where status <> 'sent'", [])
  expect(left).toEqual([])
})
