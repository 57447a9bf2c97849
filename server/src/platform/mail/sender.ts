import { Readable } from 'node:stream'
import { writeAudit } from '../audit/audit.ts'
import type { Log } from '../base/log.ts'
import { asJob, mailTried } from '../base/signals.ts'
import { type Clock, databaseClock } from '../database/clock.ts'
import type { Database, Db } from '../database/db.ts'
import { BrokenFile, openForReading, refuseLocked } from '../files/locked-file.ts'
import type { FileSpace } from '../files/store-upload.ts'
import { AttachmentDeleted, failureOf } from './failure.ts'
import { type Mail, queueMail } from './outbox.ts'
import { type ListUnsent, leaseMs, type MailAttachment, type MailQueue, mailQueue, type QueuedMail } from './queue.ts'
import { recordDelivery } from './record-delivery.ts'
import { connections, type Delivery, smtpTransport, type Transport } from './transport.ts'

type Options = {
  database: Database
  smtpUrl: string
  mailFrom: string
  /** Where attachments are stored. */
  files: FileSpace
  log: Log
  listUnsent: ListUnsent
  clock?: Clock
  transport?: Transport
}
export type MailSender = ReturnType<typeof startMailSender>

const pollMs = 5000
const commitMs = 50
const lateSeconds = 15 * 60

/** Opened when the transport reads it, so that a mail with many files has only one open at a time. */
const attached = (file: MailAttachment, files: FileSpace) => ({
  filename: file.file_name,
  contentType: file.media_type,
  content: Readable.from(
    (async function* () {
      yield* await openForReading(file, files)
    })(),
    { objectMode: false },
  ),
})

/** Sends queued mail in the background until stopped. */
export const startMailSender = ({ database, smtpUrl, mailFrom, files, log, listUnsent, ...options }: Options) => {
  const clock = options.clock ?? databaseClock(database)
  const transport = options.transport ?? smtpTransport(smtpUrl, mailFrom)
  const queue = mailQueue(database, listUnsent)
  const post: Post = { database, queue, transport, files, log, clock, smtp: undefined }
  let stopped = false
  let again = false
  let running: Promise<void> | undefined

  /** Claims no more than the pool has connections: a claimed mail must not wait while its lease runs. */
  const drain = async () => {
    do {
      again = false
      for (let mails = await queue.claim(await clock(), connections); mails.length > 0 && !stopped; ) {
        await Promise.all(mails.map((mail) => send(post, mail)))
        mails = stopped ? [] : await queue.claim(await clock(), connections)
      }
    } while (again && !stopped)
  }

  /** Sends everything due now. Resolves when nothing is due. */
  const wake = (): Promise<void> => {
    again = true
    if (stopped) return running ?? Promise.resolve()
    running ??= asJob('mail', drain)
      .catch((err: Error) => log.warn({ err }, 'the mail queue could not be read'))
      .finally(() => {
        running = undefined
      })
    return running
  }

  const poll = setInterval(wake, pollMs)
  poll.unref()

  return {
    wake,
    /** Queues in the caller's transaction and checks right after its commit; if that takes longer, the poll finds the mail. */
    queue: async (db: Db, mail: Mail) => {
      const mail_id = await queueMail(db, mail)
      setTimeout(wake, commitMs).unref()
      return mail_id
    },
    ready: () => ready(post),
    /** Finishes the mails being sent; the rest stays queued. */
    stop: async () => {
      stopped = true
      clearInterval(poll)
      await running
      transport.close()
    },
  }
}

/** What sending needs, and whether the mail server was up the last time. */
type Post = Pick<Options, 'database' | 'files' | 'log'> & {
  queue: MailQueue
  transport: Transport
  clock: Clock
  smtp: { up: boolean; at: number } | undefined
}

const noteServer = (post: Post, up: boolean, now: Date) => {
  post.smtp = { up, at: now.getTime() }
}

const send = async (post: Post, mail: QueuedMail) => {
  const { queue, clock, log } = post
  const hold = async () => queue.renew(mail, await clock())
  const holding = setInterval(() => void hold().catch(() => {}), leaseMs / 4)
  let delivery: Delivery
  try {
    delivery = await deliver(post, mail)
  } catch (error) {
    return await noteUnsent(post, mail, error)
  } finally {
    clearInterval(holding)
  }
  const now = await clock()
  noteServer(post, true, now)
  const outcome = await recordDelivery(queue, mail, delivery, now)
  mailTried.publish({ outcome })
  if (outcome !== 'sent') log.warn({ mail: mail.mail_id, attempts: mail.attempts, outcome }, 'mail unsent')
}

const deliver = async ({ queue, transport, files }: Post, mail: QueuedMail) => {
  const attachments = await queue.attachments(mail)
  if (attachments.some(({ is_deleted }) => is_deleted)) throw new AttachmentDeleted()
  attachments.forEach(refuseLocked)
  return transport.send(
    mail,
    attachments.map((file) => attached(file, files)),
  )
}

const noteUnsent = async (post: Post, mail: QueuedMail, error: unknown) => {
  if (error instanceof BrokenFile) await noteBroken(post, mail, error)
  const { code, ...failure } = failureOf(error)
  const now = await post.clock()
  noteServer(post, !failure.unreachable, now)
  const outcome = await post.queue.markUnsent(mail, now, failure)
  mailTried.publish({ outcome })
  post.log.warn({ mail: mail.mail_id, attempts: mail.attempts, code, outcome }, 'mail unsent')
}

const noteBroken = async ({ database, log }: Post, { mail_id }: QueuedMail, { file, reason }: BrokenFile) => {
  log.error({ alert: 'file_broken', file: file.file_id, mail: mail_id, reason }, 'a stored file is broken')
  await database.unscoped('the event of a broken attachment', (db) =>
    writeAudit(db, {
      project: file.project_id,
      actor: null,
      role: 'system',
      action: 'file.broken',
      patient: file.patient_id,
      object: file.file_id,
      request: mail_id,
      result: reason,
    }),
  )
}

/** A mail server that is down is no reason to route visitors elsewhere; mails that pile up are. */
const ready = async (post: Post) => {
  const { queue, transport, clock } = post
  const now = await clock()
  if (!post.smtp || now.getTime() - post.smtp.at > 60_000) noteServer(post, await transport.reachable(), now)
  const ageSeconds = Math.round(await queue.age(now))
  return { ok: ageSeconds < lateSeconds, smtp: post.smtp?.up ? ('up' as const) : ('down' as const), ageSeconds }
}
