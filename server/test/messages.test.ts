import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { queriesSent } from '../src/platform/base/signals.ts'
import { frequentCalls } from './frequent-calls.ts'
import { worldOf } from './frequent-calls-world.ts'
import { fullRecord } from './full-record.ts'
import { testApp } from './harness.ts'

const clinic = await testApp()
const { app, given, send, owner } = clinic
// Whom an address without a project leads to.
const ana = await given.patient(await given.project({ slug: 'northside' }))
const nora = await given.staff('Nurse', ana.project)
const people = { patient: ana, staff: nora, admin: await given.staff('Admin', ana.project) }
await fullRecord(clinic, ana, nora)
const world = await worldOf(owner, ana.email, nora.email)
/** What the mail sender asks meanwhile, every few seconds, is not of the request. */
const request = new AsyncLocalStorage<true>()

const messagesOf = async <T>(work: () => Promise<T>) => {
  let messages = 0
  const stop = queriesSent.subscribe(() => request.getStore() && messages++)
  const answer = await request.run(true, async () => work())
  stop()
  return { answer, messages }
}

const asked = Object.entries(frequentCalls).map(([name, frequent], n) => ({ name, ...frequent, n }))

test('fifty calls are counted', () => {
  expect(asked).toHaveLength(50)
})

test.each(asked)('$name takes so many messages to the database', async ({ call, by, args, messages, n }) => {
  // A session that was not used for a while says in one message more that it is used.
  await owner('update sessions set last_seen_at = now()')
  const headers: Record<string, string> = call.idempotent ? { 'idempotency-key': crypto.randomUUID() } : {}
  const { answer, ...took } = await messagesOf(() => send(people[by], call, args?.(world, n) ?? {}, { headers }))
  expect({ status: answer.status, ...took }).toEqual({ status: call.status, messages })
})

test.each(['/', '/patients', '/offline.html', '/manifest.webmanifest'])('the document %s takes one', async (url) => {
  const { answer, messages } = await messagesOf(() => app.inject({ url, headers: { accept: 'text/html' } }))
  expect({ status: answer.statusCode, messages }).toEqual({ status: 200, messages: 1 })
})
