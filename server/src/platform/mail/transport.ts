import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { oneLine, parseSender } from './address.ts'
import { isForGood, refusalOf } from './failure.ts'
import { literalName, literalSubject } from './literal.ts'
import type { QueuedMail } from './queue.ts'

/** Recipients who did not get it, refused or deferred, and what the server said. */
export type Delivery = { refused: string[]; putOff: string[]; serverResponse: string }
type Attachment = { filename: string; contentType: string; content: Readable }
export type Transport = {
  send(mail: QueuedMail, attachments: Attachment[]): Promise<Delivery>
  reachable(): Promise<boolean>
  close(): void
}

export const connections = 5

const bare = (addresses: string[]) => addresses.map((address) => ({ name: '', address }))

/** Mail programs use the method in the header as well as the one in the calendar: they must match. */
const methodOf = (calendar: string) => /^METHOD:(\w+)/m.exec(calendar)?.[1] ?? 'REQUEST'

/** Everyone whom a mail still has to reach. */
export const recipientsOf = (mail: QueuedMail) =>
  mail.left_to ?? [...new Set([...mail.to_addresses, ...mail.cc, ...mail.bcc])]

export type MailTls = { secure: boolean; requireTLS: boolean; ignoreTLS: boolean; ca?: string }

/**
 * Mails contain names and links: they leave this machine encrypted, to a server with a valid certificate, or not at all; except for a
 * server on one's own network, with `?requireTLS=false`.
 */
export const tlsFor = (smtpUrl: string): MailTls => {
  const { protocol, hostname, searchParams } = new URL(smtpUrl)
  const secure = protocol === 'smtps:'
  const stays = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const mayBeRead = searchParams.get('requireTLS') === 'false'
  return { secure, requireTLS: !secure && !stays && !mayBeRead, ignoreTLS: !secure && stays }
}

type Rejected = { recipient?: string; responseCode?: number; response?: string }
const deliveryOf = (rejected: Rejected[]): Delivery => {
  const addresses = (of: Rejected[]) => of.flatMap(({ recipient }) => recipient ?? [])
  const refused = rejected.filter(({ responseCode }) => isForGood(responseCode))
  const putOff = rejected.filter(({ responseCode }) => !isForGood(responseCode))
  // Staff want to know about what may still change.
  const last = putOff.at(-1) ?? refused.at(-1)
  return {
    refused: addresses(refused),
    putOff: addresses(putOff),
    serverResponse: last ? refusalOf(last.responseCode, last.response) : '',
  }
}
const rejectedIn = (thrown: unknown): Rejected[] =>
  typeof thrown === 'object' && thrown !== null && 'rejectedErrors' in thrown && Array.isArray(thrown.rejectedErrors)
    ? thrown.rejectedErrors
    : []

/** Real SMTP. All timeouts together stay well under a claim's lease (queue.ts), so a claim has one sender. */
export const smtpTransport = (
  smtpUrl: string,
  mailFrom: string,
  { ca, ...tls } = tlsFor(smtpUrl),
  waitMs = 10_000,
): Transport => {
  const { name, address } = parseSender(mailFrom)
  const { hostname, port, username, password } = new URL(smtpUrl)
  const smtp = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : tls.secure ? 465 : 587,
    auth: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined,
    ...tls,
    tls: { minVersion: 'TLSv1.2', ca },
    pool: true,
    maxConnections: connections,
    // The queue does the retries: it reopens attachments, and knows the recipients.
    maxRequeues: 0,
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    socketTimeout: 3 * waitMs,
    dnsTimeout: waitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (mail, attachments) => {
      const replyTo = mail.reply_to || mail.project_contact
      const sending = smtp.sendMail({
        envelope: { from: address, to: recipientsOf(mail) },
        // The same for every attempt, so that the receiver can tell a repeat from a new mail.
        messageId: `<${mail.mail_id}@${address.split('@')[1]}>`,
        date: new Date(mail.created_at),
        from: { name: literalName(oneLine(mail.project_name) || name), address },
        to: bare(mail.to_addresses),
        cc: bare(mail.cc),
        // No bcc header; the envelope delivers to those recipients.
        replyTo: replyTo ? bare([replyTo]) : undefined,
        // Automatic mail must not trigger out-of-office replies (RFC 3834).
        headers: mail.reply_to ? {} : { 'Auto-Submitted': 'auto-generated' },
        ...literalSubject(mail.subject),
        text: mail.body,
        attachments: attachments.map((file) => ({ ...file, filename: literalName(file.filename) })),
        icalEvent: mail.calendar ? { method: methodOf(mail.calendar), content: mail.calendar } : undefined,
      })
      return sending.then(
        (info) => deliveryOf(rejectedIn(info)),
        (error: unknown) => {
          const rejected = rejectedIn(error)
          if (rejected.length === 0) throw error
          return deliveryOf(rejected)
        },
      )
    },
    reachable: () =>
      smtp.verify().then(
        () => true,
        () => false,
      ),
    close: () => smtp.close(),
  }
}
