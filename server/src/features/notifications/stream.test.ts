import type { AddressInfo } from 'node:net'
import { notificationStream, readAllNotifications } from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { type TestUser, testApp } from '../../../test/harness.ts'
import { openLive } from '../../platform/sessions/live.ts'

const { app, platform, given, as, send, owner } = await testApp()
await app.listen({ port: 0, host: '127.0.0.1' })
const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
const opened: AbortController[] = []
afterAll(() => {
  for (const stream of opened) stream.abort()
})

const heartbeat = ': still here\n\n'
/** What a browser reads from a stream, piece by piece, without the heartbeats, whose timing varies. */
const listen = async (user: TestUser) => {
  const stop = new AbortController()
  opened.push(stop)
  const answer = await fetch(`${base}${notificationStream.path}`, {
    headers: { authorization: `Bearer ${user.token}` },
    signal: stop.signal,
  })
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  const next = async (): Promise<string | undefined> => {
    const { value } = await reader.read()
    return value === heartbeat ? next() : value
  }
  return { answer, next, stop, greeting: await next() }
}
const happened = (patient: TestUser) =>
  owner(
    "insert into notifications (project_id, notification_id, item_type, patient_id, item_id) values ($1, $2, 'file', $3, 'x')",
    [patient.project, uuid(), patient.id],
  )
/** Ends the session, and reads what the stream still sends before it ends. */
const rest = async (user: TestUser, { next }: Awaited<ReturnType<typeof listen>>) => {
  await owner('update sessions set revoked_at = now() where session_id = $1', [user.session])
  await happened(await given.patient(user.project))
  let text = ''
  for (let piece = await next(); piece !== undefined; piece = await next()) text += piece
  return text
}
const change = 'event: change\ndata: {}\n\n'

test('a change is told to everybody of the project, without saying what changed, and to nobody else', async () => {
  const nora = await given.staff('Nurse')
  const admin = await given.staff('Admin', nora.project)
  const far = await given.staff('Nurse')
  const ana = await given.patient(nora.project)
  const bob = await given.patient(far.project)
  const [first, second, other] = [await listen(nora), await listen(admin), await listen(far)]

  expect(first.answer.headers.get('content-type')).toBe('text/event-stream')
  expect(first.answer.headers.get('cache-control')).toBe('no-store')
  for (let times = 0; times < 2; times++) {
    await happened(ana)
    expect(await first.next()).toBe(change)
    expect(await second.next()).toBe(change)
  }
  await happened(bob)
  expect(await other.next()).toBe(change)
  expect(await rest(far, other)).toBe('')
})

test('a record that is deleted or comes back is told to the staff of its project, and an edit of it is not', async () => {
  const nora = await given.staff('Nurse')
  const far = await given.staff('Nurse')
  const ana = await given.patient(nora.project)
  const [own, other] = [await listen(nora), await listen(far)]
  for (const deleted of ['now()', 'null']) {
    await owner(`update patients set deleted_at = ${deleted} where patient_id = $1`, [ana.id])
    expect(await own.next()).toBe(change)
  }
  await owner("update patients set city = 'Salem' where patient_id = $1", [ana.id])
  expect(await rest(nora, own)).toBe('')
  expect(await rest(far, other)).toBe('')
})

test('reading all is told to the reader’s other windows only', async () => {
  const nora = await given.staff('Nurse')
  const otto = await given.staff('Nurse', nora.project)
  const mine = await listen(nora)
  const his = await listen(otto)
  await happened(await given.patient(nora.project))
  for (const stream of [mine, his]) expect(await stream.next()).toBe(change)

  await as(nora).call(readAllNotifications, { params: { provider_id: nora.code } })

  expect(await mine.next()).toBe(change)
  expect(await rest(otto, his)).toBe('')
})

test('a stream ends with its session, without being told what happened since', async () => {
  const nora = await given.staff('Nurse')
  const ana = await given.patient(nora.project)
  const stream = await listen(nora)
  await happened(ana)

  expect(await stream.next()).toBe(change)
  expect(await rest(nora, stream)).toBe('')
})

test('a stream of a deleted provider, or of one who is idle, ends at the next heartbeat; the others hear it', async () => {
  const live = openLive({ ...platform, heartbeatMs: 20 })
  const [nora, otto, pia] = await Promise.all([given.staff('Nurse'), given.staff('Nurse'), given.staff('Physician')])
  const open = async (user: TestUser) => {
    const caller = await platform.sessions.resolve({ bearer: user.token, keepsAlive: false })
    const stream = live.open(caller!).setEncoding('utf8')
    let text = ''
    stream.on('data', (piece: string) => (text += piece))
    return { ended: new Promise((done) => stream.once('end', done)), text: () => text }
  }
  const streams = await Promise.all([nora, otto, pia].map(open))
  await owner('update providers set deleted_at = now() where provider_id = $1', [nora.id])
  await owner("update sessions set last_seen_at = now() - interval '21 minutes' where session_id = $1", [otto.session])

  await Promise.all([streams[0]?.ended, streams[1]?.ended])
  await expect.poll(() => streams[2]?.text()).toContain(': still here')
  expect(live.count()).toBe(1)
  await live.stop()
})

test('listening is no activity of its own', async () => {
  const nora = await given.staff('Nurse')
  await owner("update sessions set last_seen_at = now() - interval '10 minutes' where session_id = $1", [nora.session])
  await listen(nora)

  const [row] = await owner<{ old: boolean }>(
    "select last_seen_at < now() - interval '9 minutes' as old from sessions where session_id = $1",
    [nora.session],
  )
  expect(row?.old).toBe(true)
})

test('only staff may listen, by bearer and never by cookie or address', async () => {
  const nora = await given.staff('Nurse')
  const ana = await given.patient(nora.project)

  expect((await send(ana, notificationStream)).status).toBe(403)
  const cookies = { 'fornix-operator': nora.refreshToken }
  expect((await send(null, notificationStream, {}, { cookies })).status).toBe(401)
  const byAddress = await fetch(`${base}${notificationStream.path}?token=${nora.token}`)
  expect(byAddress.status).toBe(401)
})

test('a browser that goes away leaves nothing behind, and the eleventh stream of a session ends the first', async () => {
  const nora = await given.staff('Nurse')
  const before = platform.live.count()
  const streams = []
  for (let n = 0; n < 11; n++) streams.push(await listen(nora))

  expect(await streams[0]?.next()).toBeUndefined()
  await expect.poll(() => platform.live.count()).toBe(before + 10)
  for (const { stop } of streams) stop.abort()
  await expect.poll(() => platform.live.count()).toBe(before)
})

test('a connection to the database that breaks is opened again, and what may have been missed is asked for', async () => {
  const nora = await given.staff('Nurse')
  const { next } = await listen(nora)

  await owner("select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen fornix_live'")

  expect(await next()).toBe(change)
  await happened(await given.patient(nora.project))
  expect(await next()).toBe(change)
})

test('streams do not keep the server from closing', async () => {
  const nora = await given.staff('Nurse')
  const { next } = await listen(nora)

  const closing = app.close()

  expect(await next()).toBeUndefined()
  await closing
})
