import { siteStatusPath } from '@fornix/contract'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'

const broken = async (): Promise<never> => {
  throw new Error('password of the bucket refused')
}
const partsOf = ({ body }: { body: string }) => JSON.parse(body).parts

test('the status names what works without a reason, and answers while the database does not', async () => {
  const { app } = await testApp({
    platform: ({ database, files }) => ({
      database: { ...database, ready: broken },
      files: { ...files, store: { ...files.store, ready: broken } },
    }),
  })
  const answer = await app.inject(siteStatusPath)
  expect(answer.statusCode).toBe(200)
  expect(partsOf(answer)).toEqual({ records: false, files: false, images: true, email: true })
  expect(answer.body).not.toMatch(/password|bucket/)
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('many visitors who ask at once cost one look', async () => {
  let looks = 0
  const { app } = await testApp({
    platform: ({ database }) => ({
      database: {
        ...database,
        ready: async () => {
          looks += 1
          return database.ready()
        },
      },
    }),
  })
  const answers = await Promise.all(Array.from({ length: 20 }, () => app.inject(siteStatusPath)))
  expect(answers.map(partsOf)).toEqual(Array(20).fill({ records: true, files: true, images: true, email: true }))
  expect(looks).toBe(1)
})
