import { expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '../../../test/harness.ts'

test.each([
  ['0', /^ok$/],
  ['10000000', /^low: \d+ MB left$/],
])('with LOW_DISK_MB=%s /readyz says of the room for files %s, and sends nobody away', async (LOW_DISK_MB, space) => {
  const { app } = await testApp({ environment: { LOW_DISK_MB } })
  const { statusCode, body } = await app.inject('/readyz')
  expect(statusCode).toBe(200)
  expect(JSON.parse(body).space).toMatch(space)
})

test('a store that cannot tell leaves /readyz as it is', async () => {
  const { app } = await testApp({
    platform: ({ files }) => ({
      files: { ...files, store: { ...files.store, left: () => Promise.reject(new Error()) } },
    }),
  })
  const { statusCode, body } = await app.inject('/readyz')
  expect([statusCode, JSON.parse(body).space]).toEqual([200, 'unknown'])
})

test('a node that is asked to stop serves on, but lets every balancer and client know', async () => {
  const { app, platform } = await testApp()
  const before = await app.inject('/healthz')
  platform.stopping.abort()
  const { statusCode, headers, body } = await app.inject('/readyz')
  expect([statusCode, headers['retry-after'], JSON.parse(body)]).toEqual([503, '5', { status: 'stopping' }])
  const served = await app.inject('/openapi.json')
  expect([before.headers.connection, served.headers.connection]).toEqual(['keep-alive', 'close'])
  expect(served.statusCode).toBe(200)
})

test('/readyz says how far the clock of a node is off, and sends nobody away', async () => {
  const { app } = await testApp()
  const clock = async () => JSON.parse((await app.inject('/readyz')).body).clock
  expect(await clock()).toBe('ok')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect(await clock()).toMatch(/^600 s ahead/)
})

test('/readyz says that the database answers and which neighbor does not, without waiting for that', async () => {
  const silent = () => new Promise<never>(() => {})
  const { app } = await testApp({
    platform: ({ files, mail }) => ({
      files: { ...files, store: { ...files.store, ready: silent, left: silent } },
      mail: { ...mail, ready: silent },
    }),
  })
  const { statusCode, body } = await app.inject('/readyz')
  expect(statusCode).toBe(503)
  expect(JSON.parse(body)).toMatchObject({ database: 'ok', files: 'failing', mail: 'failing', space: 'unknown' })
})
