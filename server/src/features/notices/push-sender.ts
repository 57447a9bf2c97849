import { type Dispatcher, request } from 'undici'
import type { Log } from '../../platform/base/log.ts'
import { runEvery } from '../../platform/base/run-every.ts'
import { pushTried } from '../../platform/base/signals.ts'
import { databaseClock } from '../../platform/database/clock.ts'
import type { Database } from '../../platform/database/db.ts'
import { wordsIn } from '../../platform/language/words.ts'
import { encryptPush } from '../../platform/push/encrypt.ts'
import { isPushEndpoint } from '../../platform/push/endpoint.ts'
import type { Vapid } from '../../platform/push/vapid.ts'
import { claimPushes, type DuePush, dropPush, finishPush, putOffPush } from './push-queue.ts'

export type PushNeeds = {
  database: Database
  log: Log
  vapid: Vapid | undefined
  config: { PUSH_HOSTS: string[] }
}
/** `dispatcher` is for tests, which trust their own certificate authority. */
type Options = { now?: Date; dispatcher?: Dispatcher }

const everyMs = 5000
const batch = 20
const responseMs = 10_000
/** How long a push service keeps a message for a browser that is off. */
const keptSeconds = 24 * 3600

/** Says that there is news, but not what: a locked phone shows it to anyone. */
const textOf = ({ project_name, language }: DuePush) => {
  const { t } = wordsIn(language)
  return JSON.stringify({ title: project_name, body: t('There is something new in your portal.') })
}

/** Returns the push service's status. Redirects are not followed: only the address that was checked is called. */
const post = async (push: DuePush, vapid: Vapid, dispatcher?: Dispatcher) => {
  const { statusCode, body } = await request(push.endpoint, {
    method: 'POST',
    headers: {
      authorization: await vapid.authorization(push.endpoint),
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: String(keptSeconds),
      urgency: 'normal',
      // A waiting message is replaced by the next: they all say the same.
      topic: 'news',
    },
    body: encryptPush(textOf(push), push),
    signal: AbortSignal.timeout(responseMs),
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
  // No response counts as 0: network trouble or a timeout.
  const status = await post(push, vapid, options.dispatcher).catch(() => 0)
  if (status >= 200 && status < 300) {
    pushTried.publish({ outcome: 'sent' })
    return finishPush(database, push, now)
  }
  if (isGone(status)) {
    pushTried.publish({ outcome: 'gone' })
    return dropPush(database, push)
  }
  const isLater = status === 0 || mayChange(status)
  const outcome = isLater && (await putOffPush(database, push, now)) ? 'queued' : 'failed'
  if (!isLater) await finishPush(database, push, now)
  pushTried.publish({ outcome })
  log.warn({ service: new URL(push.endpoint).host, status, attempts: push.attempts, outcome }, 'push unsent')
}

/** Sends everything that is due. */
export const sendPushes = async (needs: PushNeeds, options: Options = {}) => {
  const { vapid, database } = needs
  if (!vapid) return
  const clock = databaseClock(database)
  const claim = async () => claimPushes(database, options.now ?? (await clock()), batch)
  for (let due = await claim(); due.length > 0; due = await claim())
    await Promise.all(due.map((push) => send({ ...needs, vapid }, push, options)))
}

/** Checks every few seconds until stopped. */
export const startPushing = (needs: PushNeeds) => {
  if (!needs.vapid) return async () => {}
  const { log } = needs
  return runEvery({ job: 'push', everyMs, log, failure: 'push notifications could not be sent' }, () =>
    sendPushes(needs),
  )
}
