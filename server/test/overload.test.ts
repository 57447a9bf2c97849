import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { getConfig, listPatients, notificationStream, renderInstance, stuckSeconds } from '@fornix/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { buildApp } from '../src/app.ts'
import { meter, monitorLoad } from '../src/platform/calls/overload.ts'
import { roleAddresses } from '../src/platform/database/addresses.ts'
import { openDatabase } from '../src/platform/database/db.ts'
import { projectId, staffScope } from '../src/platform/database/scope.ts'
import { startMetrics } from '../src/platform/metrics/metrics-server.ts'
import { callsOn } from './harness.ts'
import { imagingApp } from './imaging-world.ts'
import { testPasswords } from './passwords.ts'

const { app, platform, given, send, url, imaging } = await imagingApp()
const { config } = platform
const project = await given.project()
const nora = await given.staff('Nurse', project)
const bearer = { authorization: `Bearer ${nora.token}` }
const opened: FastifyInstance[] = []
afterAll(() => Promise.all(opened.map((other) => other.close())))
const portOf = async (target: FastifyInstance) => {
  if (!target.server.listening) await target.listen({ port: 0, host: '127.0.0.1' })
  return Number(new URL(target.listeningOrigin).port)
}
const withLimits = async (limits: Partial<typeof config>, database = platform.database) => {
  const made = await buildApp({ ...platform, database, config: { ...config, ...limits } })
  opened.push(made)
  return made
}
const busy = { error: 'The portal is very busy right now. Please try again in a moment.', code: 'overloaded' }

test('a node that has used up its memory asks everybody to come back, and stays visible', async () => {
  const full = await withLimits({ MAX_MEMORY_MB: 1 })
  for (const [user, call] of [
    [null, getConfig],
    [nora, listPatients],
  ] as const) {
    const answer = await callsOn(full).send(user, call)
    expect(answer).toMatchObject({ status: 503, body: busy, headers: { 'retry-after': '5' } })
    expect((await send(user, call)).status).not.toBe(503)
  }
  expect((await full.inject('/healthz')).statusCode).toBe(200)
  expect((await full.inject('/readyz')).json()).toMatchObject({ database: 'ok' })
  const page = await full.inject({ url: '/patients', headers: { accept: 'text/html' } })
  expect(page.headers['content-type']).toMatch(/^text\/(html|plain)/)
  const end = new AbortController()
  const stream = await fetch(`http://127.0.0.1:${await portOf(full)}${notificationStream.path}`, {
    headers: bearer,
    signal: end.signal,
  })
  expect(stream.status).toBe(200)
  end.abort()
})

test('metrics come from a port of their own, with the refusals, and nothing else does', async () => {
  const metrics = await startMetrics({ ...platform, config: { ...config, METRICS_PORT: 0 } })
  const full = await withLimits({ MAX_MEMORY_MB: 1 })
  await full.inject(getConfig.path)
  const from = `http://127.0.0.1:${metrics?.port}`
  const answer = await fetch(`${from}/metrics`)
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await answer.text()).toMatch(/^fornix_overload_refusals_total{reason="memory"} 1$/m)
  expect((await fetch(from + getConfig.path)).status).toBe(404)
  expect((await fetch(`${from}/metrics`, { method: 'POST' })).status).toBe(404)
  await metrics?.stop()
  expect((await app.inject({ url: '/metrics', headers: { accept: 'application/json' } })).statusCode).toBe(404)
  expect(await startMetrics(platform)).toBeNull()
})

describe('load', () => {
  const limits = { MAX_MEMORY_MB: 100, MAX_LAG_MS: 100, MAX_WAITING: 2 }
  const fine = { lagMs: 10, memoryMb: 50, heapShare: 0.5 }
  test.each([
    [undefined, {}, 2],
    ['memory', { memoryMb: 101 }, 0],
    ['memory', { heapShare: 0.95 }, 0],
    ['database', {}, 3],
  ])('%s is the reason with %j and %i who wait', (reason, change, waiting) => {
    const load = () => ({ app: { used: 1, waiting }, system: { used: 0, waiting: 0 } })
    const read = () => ({ ...fine, ...change })
    const overload = monitorLoad(limits, { load }, { read, stop: () => {} })
    expect(overload.reason()).toBe(reason)
    overload.stop()
  })

  test('late to everything is a node that was late twice in a row: one pause refuses nobody', () => {
    vi.useFakeTimers()
    const lags = [10, 101, 10, 101, 101, 10]
    const load = () => ({ app: { used: 0, waiting: 0 }, system: { used: 0, waiting: 0 } })
    const read = () => ({ ...fine, lagMs: lags.shift() ?? 0 })
    const overload = monitorLoad(limits, { load }, { read, stop: () => {} })
    const reasons = Array.from({ length: 6 }, () => {
      const reason = overload.reason()
      vi.advanceTimersByTime(1000)
      return reason
    })
    overload.stop()
    vi.useRealTimers()
    expect(reasons).toEqual([undefined, undefined, undefined, undefined, 'lag', undefined])
  })

  test('is measured: a program that does one thing for long comes late to the others', async () => {
    const { read, stop } = meter()
    await new Promise((resolve) => setTimeout(resolve, 50))
    read()
    // The first tick after a reading only starts the clock.
    await new Promise((resolve) => setTimeout(resolve, 50))
    const end = Date.now() + 300
    while (Date.now() < end);
    await new Promise((resolve) => setTimeout(resolve, 50))
    const { lagMs, memoryMb, heapShare } = read()
    stop()
    expect(lagMs).toBeGreaterThan(50)
    expect(memoryMb).toBeGreaterThan(10)
    expect(heapShare).toBeGreaterThan(0)
  })
})

test('requests wait for the database only so long, and only so many of them', async () => {
  const database = openDatabase({
    ...roleAddresses(url, testPasswords),
    appConnections: 1,
    systemConnections: 1,
    // The first connection has to be made within it, on a starved machine too.
    waitMs: 3000,
  })
  const small = await withLimits({ MAX_WAITING: 2 }, database)
  const free = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holder = database.scoped(staffScope(projectId(project)), async () => {
    held.resolve()
    await free.promise
  })
  await held.promise
  const ask = () => small.inject({ url: listPatients.path, headers: bearer })
  const waiting = [1, 2, 3].map(() => ask())
  await expect.poll(() => database.load().app.waiting).toBeGreaterThan(2)
  const shed = await ask()
  expect([shed.statusCode, shed.json().code]).toEqual([503, 'overloaded'])
  expect(database.load().app.waiting).toBe(3)
  for (const late of await Promise.all(waiting)) {
    expect([late.statusCode, late.json().code]).toEqual([503, 'unavailable'])
    expect(late.headers['retry-after']).toBe('5')
  }
  free.resolve()
  await holder
  await expect.poll(async () => (await ask()).statusCode).toBeLessThan(503)
  await small.close()
  await database.close()
})

test('no more connections are taken than may be', async () => {
  const small = await withLimits({ MAX_CONNECTIONS: 2 })
  const port = await portOf(small)
  const sockets = [1, 2].map(() => connect(port, '127.0.0.1'))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  await expect.poll(() => new Promise((resolve) => small.server.getConnections((_, count) => resolve(count)))).toBe(2)
  const third = connect(port, '127.0.0.1')
  third.on('error', () => {})
  third.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(third, 'close')
  expect(third.bytesRead).toBe(0)
  for (const socket of sockets) socket.destroy()
})

test('a reader who takes nothing of a large answer holds little, no connection to the database, and not for ever', async () => {
  const mib = 2 ** 20
  let made = 0
  const body = new Readable({
    read() {
      made += mib
      this.push(made > 256 * mib ? null : Buffer.alloc(mib))
    },
  })
  const admin = await given.staff('Admin', project)
  const { study, series, instance } = await imaging.stored({
    project,
    patient: (await given.patient(project)).id,
  })
  const archive = { ...platform.archive, rendered: async () => ({ headers: { 'content-type': 'image/png' }, body }) }
  const slow = await buildApp({ ...platform, archive })
  opened.push(slow)
  expect(slow.server.timeout).toBe(stuckSeconds * 1000)
  slow.server.setTimeout(1000)
  const path = renderInstance.path.replace(':study', study).replace(':series', series).replace(':instance', instance)
  const socket = connect(await portOf(slow), '127.0.0.1')
  socket.on('error', () => {})
  socket.pause()
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${admin.token}\r\n\r\n`)
  await expect.poll(() => made, { timeout: 10_000 }).toBeGreaterThan(0)
  expect(platform.database.load()).toMatchObject({ app: { used: 0 }, system: { used: 0 } })
  await once(body, 'close')
  expect(made).toBeLessThan(32 * mib)
  socket.destroy()
})
