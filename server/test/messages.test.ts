import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { databaseAsked } from '../src/platform/base/signals.ts'
import { testApp } from './harness.ts'
import { askedMost } from './messages.ts'

const { given, send, owner } = await testApp()
const ana = await given.patient()
const nora = await given.staff('Nurse', ana.project)
/** What the mail sender asks meanwhile, every few seconds, is not of the request. */
const request = new AsyncLocalStorage<true>()

test.each(Object.entries(askedMost))(
  '%s takes so many messages to the database',
  async (_, { call, args, messages }) => {
    const [{ version } = { version: 0 }] = await owner<{ version: number }>(
      'select version from patients where patient_id = $1',
      [ana.id],
    )
    // A session that was not used for a while says in one message more that it is used.
    await owner('update sessions set last_seen_at = now()')
    let count = 0
    const stop = databaseAsked.subscribe(() => request.getStore() && count++)
    const { status } = await request.run(true, () =>
      send(nora, call, args?.({ code: ana.code, version, provider: nora.code }) ?? {}),
    )
    stop()
    expect({ status, messages: count }).toEqual({ status: call.status, messages })
  },
)
