import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { databaseAsked } from '../src/platform/base/signals.ts'
import { testApp } from './harness.ts'
import { askedMost } from './messages.ts'

const { app, given, send, owner } = await testApp()
const ana = await given.patient()
const nora = await given.staff('Nurse', ana.project)
/** What the mail sender asks meanwhile, every few seconds, is not of the request. */
const request = new AsyncLocalStorage<true>()

const messagesOf = async <T>(work: () => Promise<T>) => {
  let messages = 0
  const stop = databaseAsked.subscribe(() => request.getStore() && messages++)
  const answer = await request.run(true, async () => work())
  stop()
  return { answer, messages }
}

test.each(Object.entries(askedMost))(
  '%s takes so many messages to the database',
  async (_, { call, args, messages }) => {
    const [{ version } = { version: 0 }] = await owner<{ version: number }>(
      'select version from patients where patient_id = $1',
      [ana.id],
    )
    // A session that was not used for a while says in one message more that it is used.
    await owner('update sessions set last_seen_at = now()')
    const asked = await messagesOf(() =>
      send(nora, call, args?.({ code: ana.code, version, provider: nora.code }) ?? {}),
    )
    expect({ status: asked.answer.status, messages: asked.messages }).toEqual({ status: call.status, messages })
  },
)

test.each(['/', '/patients', '/offline.html', '/manifest.webmanifest'])('the document %s takes one', async (url) => {
  const { answer, messages } = await messagesOf(() => app.inject({ url, headers: { accept: 'text/html' } }))
  expect({ status: answer.statusCode, messages }).toEqual({ status: 200, messages: 1 })
})
