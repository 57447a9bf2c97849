import { StoreResponse, storeInstances } from '@fornix/contract'
import { expect, test } from 'vitest'
import { corpus } from './costly/corpus.ts'
import { testApp } from './harness.ts'

const { app, given } = await testApp()
const project = await given.project()
const { code: key } = await given.patient(project)

const small = { share: 1 / 200, seed: 1 }

/** What the sender is told: the sentence of a refusal, or of each refused part of a request to store. */
const sentencesOf = (path: string, status: number, body: Record<string, unknown>) => {
  if (path === storeInstances.path && [200, 202, 409].includes(status))
    return StoreResponse.parse(body).refused.map(({ sentence }) => sentence)
  return status >= 400 ? [body['error']] : []
}

test('there are at least sixty costly files, each with a name of its own', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(60)
  expect(new Set(corpus.map(({ what }) => what)).size).toBe(corpus.length)
})

test.each(corpus)('$what is taken, or refused in words', async ({ make }) => {
  const sender = await given.staff('Nurse', project)
  const { path, headers, body } = make(small)
  const answer = await app.inject({
    method: 'POST',
    url: path.replace(':key', key),
    headers: { ...headers, authorization: `Bearer ${sender.token}` },
    payload: body,
  })
  expect(answer.statusCode).toBeLessThan(500)
  expect([401, 403, 404, 429]).not.toContain(answer.statusCode)
  for (const sentence of sentencesOf(path, answer.statusCode, answer.json())) {
    expect(sentence).toMatch(/^[A-Z].+\.?$/)
    // Bad bytes stay bad: nobody is asked to wait and send the same.
    expect(sentence).not.toMatch(/just now|in a moment|went wrong/)
  }
})
