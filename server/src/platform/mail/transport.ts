import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { parseSender } from './address.ts'
import type { QueuedMail } from './queue.ts'

type Delivery = { refused: number }
type Attachment = { filename: string; contentType: string; content: Readable }
export type Transport = {
  send(mail: QueuedMail, attachments: Attachment[]): Promise<Delivery>
  reachable(): Promise<boolean>
  close(): void
}

export const connections = 5

const bare = (addresses: string[]) => addresses.map((address) => ({ name: '', address }))

/** Mail programs act on the method in the header as well as on the one in the calendar: both must say the same. */
const methodOf = (calendar: string) => /^METHOD:(\w+)/m.exec(calendar)?.[1] ?? 'REQUEST'

/** Real SMTP. Every time-out together stays well under the lease of a claim (queue.ts), so a claim has one sender. */
export const smtpTransport = (smtpUrl: string, mailFrom: string): Transport => {
  const from = parseSender(mailFrom)
  const domain = from.address.split('@')[1]
  const smtp = createTransport(
    {
      url: smtpUrl,
      pool: true,
      maxConnections: connections,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      dnsTimeout: 10_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  return {
    send: async (mail, attachments) => {
      const { rejected } = await smtp.sendMail({
        // The same at every attempt: the receiving side can tell a repetition from a new mail.
        messageId: `<${mail.mail_id}@${domain}>`,
        date: new Date(mail.created_at),
        to: bare(mail.to_addresses),
        cc: bare(mail.cc),
        bcc: bare(mail.bcc),
        replyTo: mail.reply_to ? bare([mail.reply_to]) : undefined,
        subject: mail.subject,
        text: mail.body,
        attachments,
        icalEvent: mail.calendar ? { method: methodOf(mail.calendar), content: mail.calendar } : undefined,
      })
      return { refused: rejected.length }
    },
    reachable: () =>
      smtp.verify().then(
        () => true,
        () => false,
      ),
    close: () => smtp.close(),
  }
}
