import { type Dispatcher, request } from 'undici'
import type { Log } from '../base/log.ts'
import { runEvery } from '../base/run-every.ts'
import { pushTried } from '../base/signals.ts'
import { databaseClock } from '../database/clock.ts'
import type { Database } from '../database/db.ts'
import { wordsIn } from '../language/words.ts'
import { encryptPush } from './encrypt.ts'
import { isPushEndpoint } from './endpoint.ts'
import { claimPushes, type DuePush, dropPush, putOffPush, settlePush } from './queue.ts'
import type { Vapid } from './vapid.ts'

export type PushNeeds = {
  database: Database
  log: Log
  vapid: Vapid | undefined
  config: { PUSH_HOSTS: string[] }
}
/** `dispatcher` is for tests, which trust an authority of their own. */
type Options = { now?: Date; dispatcher?: Dispatcher }

const everyMs = 5000
const batch = 20
const answerMs = 10_000
/** For how long a push service keeps it for a browser that is off. */
const keptSeconds = 24 * 3600

/** Says that there is news and nothing of what it is: a locked phone shows it to whoever looks. */
const textOf = ({ project_name, language }: DuePush) => {
  const { t } = wordsIn(language)
  return JSON.stringify({ title: project_name, body: t('There is news for you in your portal.') })
}

/** What the push service answered. Redirects are not followed: only the address that was checked is called. */
const post = async (push: DuePush, vapid: Vapid, dispatcher?: Dispatcher) => {
  const { statusCode, body } = await request(push.endpoint, {
    method: 'POST',
    headers: {
      authorization: await vapid.authorization(push.endpoint),
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: String(keptSeconds),
      urgency: 'normal',
      // One that waits for a browser gives way to the next: they all say the same.
      topic: 'news',
    },
    body: encryptPush(textOf(push), push),
    signal: AbortSignal.timeout(answerMs),
    ...(dispatcher && { dispatcher }),
  })
  await body.dump()
  return statusCode
}

const isGone = (status: number) => status === 404 || status === 410
const mayChange = (status: number) => status === 408 || status === 429 || status >= 500

const send = async (
  { database, log, vapid, config }: PushNeeds & { vapid: Vapid },
  push: DuePush,
  options: Options,
) => {
  const now = options.now ?? (await databaseClock(database)())
  if (!isPushEndpoint(push.endpoint, config.PUSH_HOSTS)) return dropPush(database, push)
  // No answer at all is 0: the network, or a time-out.
  const status = await post(push, vapid, options.dispatcher).catch(() => 0)
  if (status >= 200 && status < 300) {
    pushTried.publish({ outcome: 'sent' })
    return settlePush(database, push, now)
  }
  if (isGone(status)) {
    pushTried.publish({ outcome: 'gone' })
    return dropPush(database, push)
  }
  const isLater = status === 0 || mayChange(status)
  const outcome = isLater && (await putOffPush(database, push, now)) ? 'queued' : 'failed'
  if (!isLater) await settlePush(database, push, now)
  pushTried.publish({ outcome })
  log.warn({ service: new URL(push.endpoint).host, status, attempts: push.attempts, outcome }, 'push unsent')
}

/** Sends all that is due. */
export const sendPushes = async (needs: PushNeeds, options: Options = {}) => {
  const { vapid, database } = needs
  if (!vapid) return
  const clock = databaseClock(database)
  const claim = async () => claimPushes(database, options.now ?? (await clock()), batch)
  for (let due = await claim(); due.length > 0; due = await claim())
    await Promise.all(due.map((push) => send({ ...needs, vapid }, push, options)))
}

/** Looks every few seconds, until stopped. */
export const startPushing = (needs: PushNeeds) => {
  if (!needs.vapid) return async () => {}
  const { log } = needs
  return runEvery({ job: 'push', everyMs, log, failure: 'push notifications could not be sent' }, () =>
    sendPushes(needs),
  )
}
