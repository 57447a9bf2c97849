import { Readable } from 'node:stream'
import type { Database, Db } from '../db.ts'
import { DamagedFile } from '../files/encryption.ts'
import { type FileSpace, openStored } from '../files/receive.ts'
import { StoredFileMissing } from '../files/store.ts'
import type { Log } from '../log.ts'
import { type Mail, queueMail } from './outbox.ts'
import { leaseMs, type MailAttachment, mailQueue, type QueuedMail } from './queue.ts'
import { connections, smtpTransport, type Transport } from './transport.ts'

type Options = {
  database: Database
  smtpUrl: string
  mailFrom: string
  /** Where attachments lie. */
  files: FileSpace
  log: Log
  clock?: () => Date
  transport?: Transport
}
export type MailSender = ReturnType<typeof startMailSender>

const pollMs = 5000
const commitMs = 50
const lateSeconds = 15 * 60

/** What the mail server said, for staff to read; it may name the address, so it goes to the row and not to the log. */
const reasonOf = (error: unknown) =>
  isLost(error)
    ? 'An attachment can no longer be read'
    : (error instanceof Error ? error.message : String(error)).replace(/\p{Cc}+/gu, ' ').slice(0, 300)

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'responseCode' in error ? Number(error.responseCode) : 0
const isLost = (error: unknown) => error instanceof DamagedFile || error instanceof StoredFileMissing
/** The server took the connection and refused this mail for good, or a file of it is gone: trying again would change nothing. */
const isPermanent = (error: unknown) => isLost(error) || [550, 551, 552, 553, 554, 555].includes(codeOf(error))

/** Opened when the transport reads it, so that a mail of many files holds one open at a time. */
const attached = (file: MailAttachment, files: FileSpace) => ({
  filename: file.file_name,
  contentType: file.media_type,
  content: Readable.from(
    (async function* () {
      yield* await openStored(file, files)
    })(),
    { objectMode: false },
  ),
})

/** Sends what is queued, in the background, until stopped. */
export const startMailSender = ({ database, smtpUrl, mailFrom, files, log, ...options }: Options) => {
  const clock = options.clock ?? (() => new Date())
  const transport = options.transport ?? smtpTransport(smtpUrl, mailFrom)
  const queue = mailQueue(database)
  let stopped = false
  let again = false
  let running: Promise<void> | undefined
  let smtp: { up: boolean; at: number } | undefined

  const seen = (up: boolean) => (smtp = { up, at: clock().getTime() })

  const send = async (mail: QueuedMail) => {
    let note: string | null = null
    const holding = setInterval(() => void queue.renew(mail, clock()).catch(() => {}), leaseMs / 4)
    try {
      const attachments = (await queue.attachments(mail)).map((file) => attached(file, files))
      const { refused } = await transport.send(mail, attachments)
      if (refused > 0) note = refused === 1 ? '1 recipient was refused' : `${refused} recipients were refused`
    } catch (error) {
      seen(codeOf(error) > 0)
      const outcome = await queue.markUnsent(mail, clock(), reasonOf(error), isPermanent(error))
      log.warn(
        { mail: mail.mail_id, attempts: mail.attempts, reply: codeOf(error) || undefined, outcome },
        'mail unsent',
      )
      return
    } finally {
      clearInterval(holding)
    }
    seen(true)
    await queue.markSent(mail, clock(), note)
  }

  /** Never more than the pool has connections: a claimed mail must not wait while its lease runs. */
  const drain = async () => {
    do {
      again = false
      for (let mails = await queue.claim(clock(), connections); mails.length > 0 && !stopped; ) {
        await Promise.all(mails.map(send))
        mails = stopped ? [] : await queue.claim(clock(), connections)
      }
    } while (again && !stopped)
  }

  /** Sends everything that is due now. The promise ends when the queue has nothing due. */
  const wake = (): Promise<void> => {
    again = true
    if (stopped) return running ?? Promise.resolve()
    running ??= drain()
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
    /** Queues in the caller's transaction and looks right after its commit; should that take longer, the poll finds it. */
    queue: async (db: Db, mail: Mail) => {
      const mail_id = await queueMail(db, mail)
      setTimeout(wake, commitMs).unref()
      return mail_id
    },
    /** A mail server that is down is no reason to send visitors elsewhere; mails that pile up are. */
    ready: async () => {
      if (!smtp || clock().getTime() - smtp.at > 60_000) seen(await transport.reachable())
      const ageSeconds = Math.round(await queue.age(clock()))
      return { ok: ageSeconds < lateSeconds, smtp: smtp?.up ? ('up' as const) : ('down' as const), ageSeconds }
    },
    /** Finishes the mails in hand; the rest stays queued. */
    stop: async () => {
      stopped = true
      clearInterval(poll)
      await running
      transport.close()
    },
  }
}
