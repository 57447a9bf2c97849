import { dayMs } from '@fornix/contract'
import type { Database } from '../database/db.ts'
import { isOpen } from '../database/moving.ts'
import type { ScannedRow } from '../files/locked-file.ts'
import { connectionFailures } from './failure.ts'

export type QueuedMail = {
  project_id: string
  mail_id: string
  to_addresses: string[]
  cc: string[]
  bcc: string[]
  reply_to: string | null
  subject: string
  body: string
  calendar: string | null
  attempts: number
  created_at: string
  /** Recipients neither reached nor refused yet; null: all of them. */
  left_to: string[] | null
  refused: number
  project_name: string
  project_contact: string
}

export type MailAttachment = ScannedRow & { file_name: string; media_type: string; is_deleted: boolean }

const second = 1000
export const leaseMs = 120 * second
const maxQueueMs = dayMs
/** 5 s, doubling, up to an hour; after an unreachable server is back, its mails are sent soon. */
const delayMs = (attempts: number, unreachable: boolean) =>
  Math.min(5 * second * 2 ** Math.min(attempts - 1, 20), (unreachable ? 300 : 3600) * second)

export type Unsent = { reason: string; permanent: boolean; unreachable: boolean; left?: string[]; refused?: number }

/** Completes an update that may give mails up: staff must see those that did not reach a patient. */
export type ListUnsent = (update: string) => string

/** The queue in the database, shared by any number of senders. Each step is one statement, so no row stays locked. */
export const mailQueue = (database: Database, listUnsent: ListUnsent) => ({
  claim: (now: Date, count: number) => claimMails(database, now, count),
  attachments: (mail: QueuedMail) => attachmentsOf(database, mail),
  renew: (mail: QueuedMail, now: Date) => renew(database, mail, now),
  markSent: (mail: QueuedMail, now: Date, note: string | null) => markSent(database, mail, now, note),
  markUnsent: (mail: QueuedMail, now: Date, unsent: Unsent) => markUnsent(database, listUnsent, mail, now, unsent),
  age: (now: Date) => ageOf(database, now),
})
export type MailQueue = ReturnType<typeof mailQueue>

/**
 * No earlier mail of its series to the same mailbox waits or is in hand, also of those that were withdrawn while they were; `$1` is now. An
 * address that was left must not keep back what goes to the new one.
 */
const isNext = (mail: string) => `not exists (
  select from mail_outbox earlier
   where earlier.project_id = ${mail}.project_id and earlier.series = ${mail}.series and earlier.series_no < ${mail}.series_no
     and earlier.to_addresses && ${mail}.to_addresses
     and (earlier.status in ('queued', 'sending') or earlier.in_hand_until > $1))`

/** Claims up to `count` due mails for the length of the lease; a crashed sender's claims become due again on their own. */
export const claimMails = (database: Database, now: Date, count: number) =>
  database.systemQuery<QueuedMail>(
    `update mail_outbox m set status = 'sending', attempts = m.attempts + 1, next_attempt_at = $2, in_hand_until = $2
       from (select project_id, mail_id from mail_outbox
              where status in ('queued', 'sending') and next_attempt_at <= $1 and ${isOpen('mail_outbox')}
                and ${isNext('mail_outbox')}
              order by next_attempt_at limit $3 for update skip locked) due
      where (m.project_id, m.mail_id) = (due.project_id, due.mail_id)
     returning m.project_id, m.mail_id, to_addresses, cc, bcc, reply_to, subject, body, calendar, attempts, created_at, left_to, refused,
               (select name from projects p where p.project_id = m.project_id) as project_name,
               (select contact ->> 'email' from projects p where p.project_id = m.project_id) as project_contact`,
    [now, new Date(now.getTime() + leaseMs), count],
  )

const attachmentsOf = (database: Database, mail: QueuedMail) =>
  database.systemQuery<MailAttachment>(
    `select f.project_id, f.file_id, f.patient_id, f.bound_patient_id, f.kind, f.file_name, f.media_type, f.storage_key, f.key_version, f.wrapped_key, f.scan_state,
            f.deleted_at is not null as is_deleted
       from mail_attachments a join files f on f.project_id = a.project_id and f.file_id = a.file_id
      where a.project_id = $1 and a.mail_id = $2 order by a.position`,
    [mail.project_id, mail.mail_id],
  )

/** Handing over a large mail may take longer than a lease; no other sender may claim it meanwhile. */
const renew = (database: Database, mail: QueuedMail, now: Date) =>
  database.systemQuery(
    `update mail_outbox set next_attempt_at = $4, in_hand_until = $4
      where project_id = $1 and mail_id = $2 and attempts = $3 and (status = 'sending' or withdrawn)`,
    [mail.project_id, mail.mail_id, mail.attempts, new Date(now.getTime() + leaseMs)],
  )

/** The body is deleted: a sent mail must not leave its one-time links behind. */
const markSent = (database: Database, mail: QueuedMail, now: Date, note: string | null) =>
  database.systemQuery(
    `update mail_outbox set status = 'sent', sent_at = $3, last_error = $4, body = '', calendar = null, withdrawn = false, in_hand_until = null
      where project_id = $1 and mail_id = $2 and status <> 'sent'`,
    [mail.project_id, mail.mail_id, now, note],
  )

/** Why a mail was not sent that a restore held back. */
export const heldReason = 'Not sent: it waited at the moment that was restored, and may have left since.'

/**
 * Schedules a retry, or gives up; returns which. A claim that another sender has taken over meanwhile is left alone.
 * A withdrawn mail stays withdrawn; later ones of its series wait until its lease has run out.
 */
const markUnsent = async (
  database: Database,
  listUnsent: ListUnsent,
  mail: QueuedMail,
  now: Date,
  { reason, permanent, unreachable, left, refused }: Unsent,
) => {
  const next = new Date(now.getTime() + delayMs(mail.attempts, unreachable))
  const failed = permanent || next.getTime() > Date.parse(mail.created_at) + maxQueueMs
  await database.systemQuery(
    listUnsent(`update mail_outbox set status = $3, next_attempt_at = $4, last_error = $5, left_to = $7, refused = $8, in_hand_until = null
        where project_id = $1 and mail_id = $2 and status = 'sending' and attempts = $6`),
    [
      mail.project_id,
      mail.mail_id,
      failed ? 'failed' : 'queued',
      next,
      reason,
      mail.attempts,
      left ?? mail.left_to,
      refused ?? mail.refused,
    ],
  )
  return failed ? ('failed' as const) : ('queued' as const)
}

/**
 * How many seconds the oldest mail that no server has accepted or rejected has waited; 0 if there is none. Mails that a server deferred,
 * those behind them, and those with a locked attachment do not count: anyone's mailbox can cause that.
 */
const ageOf = async (database: Database, now: Date) => {
  const [oldest] = await database.systemQuery<{ created_at: string | null }>(
    `select min(created_at) as created_at from mail_outbox
      where status in ('queued', 'sending') and ${isOpen('mail_outbox')} and (last_error is null or last_error = any($2)) and ${isNext('mail_outbox')}`,
    [now, connectionFailures],
  )
  return oldest?.created_at ? Math.max(0, (now.getTime() - Date.parse(oldest.created_at)) / second) : 0
}
