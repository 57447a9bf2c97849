import { expect, test } from 'vitest'
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
