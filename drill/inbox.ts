import { setTimeout as pause } from 'node:timers/promises'
import { startDemoSmtp } from '@fornix/demo/mailbox/smtp.ts'

const headerOf = (raw: Buffer, name: string) =>
  new RegExp(`^${name}:\\s*(.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(raw.toString('latin1'))?.[1]?.replace(/\s+/g, ' ') ??
  ''

/** A mail server that outlives the portal, and counts. It takes a moment over each mail, so that kills fall into it. */
export const startInbox = async (port: number) => {
  /** By subject: the Message-IDs under which a mail came. */
  const arrived = new Map<string, string[]>()
  const add = async (raw: Buffer) => {
    await pause(20)
    const subject = headerOf(raw, 'subject')
    arrived.set(subject, [...(arrived.get(subject) ?? []), headerOf(raw, 'message-id')])
    return ''
  }
  const server = await startDemoSmtp({ add: add as never }, port)
  return {
    arrived,
    /** Mails that stand in a mailbox twice: a mail server keeps one of those with the same Message-ID. */
    twice: (subjects: string[]) => subjects.filter((one) => new Set(arrived.get(one)).size > 1).length,
    /** Sent again because the word that it had been taken was lost; recognised by its Message-ID. */
    repeated: (subjects: string[]) => subjects.filter((one) => (arrived.get(one)?.length ?? 0) > 1).length,
    close: server.close,
  }
}
