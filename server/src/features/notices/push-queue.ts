import type { Database } from '../../platform/database/db.ts'
import { isOpen } from '../../platform/database/moving.ts'
import type { PushKeys } from '../../platform/push/encrypt.ts'

export type DuePush = PushKeys & {
  project_id: string
  subscription_id: string
  endpoint: string
  /** How many notices it stands for; notices that come while it is being sent get another push. */
  unsent: number
  attempts: number
  project_name: string
  language: string
}

const second = 1000
/** Longer than a push service may take to respond. */
const leaseMs = 60 * second
/** 5 s, doubling, up to an hour. */
const delayMs = (attempts: number) => Math.min(5 * second * 2 ** (attempts - 1), 3600 * second)
/** About a day: the news is in the portal anyway. */
const maxAttempts = 32

/**
 * Claims up to `count` due browsers for the length of the lease; a crashed sender's claims become due again on their own. A browser signed
 * in through an invitation gets nothing until the record belongs to that login: the invitation may have gone to a wrong address.
 */
export const claimPushes = (database: Database, now: Date, count: number) =>
  database.systemQuery<DuePush>(
    `update push_subscriptions s set attempts = s.attempts + 1, next_attempt_at = $2
       from (select project_id, subscription_id from push_subscriptions o
              where unsent > 0 and next_attempt_at <= $1 and ${isOpen('o')}
                and exists (select from patients p where p.project_id = o.project_id and p.patient_id = o.patient_id and p.login_id = o.login_id)
              order by next_attempt_at limit $3 for update skip locked) due
      where (s.project_id, s.subscription_id) = (due.project_id, due.subscription_id)
     returning s.project_id, s.subscription_id, s.endpoint, s.p256dh, s.auth, s.unsent, s.attempts,
               (select name from projects j where j.project_id = s.project_id) as project_name,
               (select language from patients p where p.project_id = s.project_id and p.patient_id = s.patient_id) as language`,
    [now, new Date(now.getTime() + leaseMs), count],
  )

const ownClaim = 'project_id = $1 and subscription_id = $2 and attempts = $3'
const named = ({ project_id, subscription_id, attempts }: DuePush) => [project_id, subscription_id, attempts]

/** Marks it as sent or given up. A claim that another sender has taken over meanwhile is left alone. */
export const finishPush = (database: Database, push: DuePush, now: Date) =>
  database.systemQuery(
    `update push_subscriptions set unsent = unsent - $4, attempts = 0, next_attempt_at = $5 where ${ownClaim}`,
    [...named(push), push.unsent, now],
  )

/** Schedules a retry; returns false if it is given up, after a day. */
export const putOffPush = async (database: Database, push: DuePush, now: Date) => {
  if (push.attempts >= maxAttempts) {
    await finishPush(database, push, now)
    return false
  }
  await database.systemQuery(`update push_subscriptions set next_attempt_at = $4 where ${ownClaim}`, [
    ...named(push),
    new Date(now.getTime() + delayMs(push.attempts)),
  ])
  return true
}

/** The push service no longer knows the browser. */
export const dropPush = (database: Database, { project_id, subscription_id }: DuePush) =>
  database.systemQuery('delete from push_subscriptions where project_id = $1 and subscription_id = $2', [
    project_id,
    subscription_id,
  ])
