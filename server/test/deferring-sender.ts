import { onTestFinished } from 'vitest'
import { listUnsent } from '../src/clinic/records/list-unsent.ts'
import { startMailSender } from '../src/platform/mail/sender.ts'
import type { TestApp } from './harness.ts'

/** Sends the mails of an app through a mail server that defers what the test says, at a time that the test sets. */
export const deferringSender = ({ database, platform }: Pick<TestApp, 'database' | 'platform'>, email: string) => {
  const sent: { subject: string; body: string }[] = []
  let defers = (_subject: string) => false
  let later = 0
  const sender = startMailSender({
    ...{ listUnsent, database, smtpUrl: '', mailFrom: 'a@x.example', files: platform.files, log: platform.log },
    clock: () => new Date(Date.now() + later),
    transport: {
      send: async ({ to_addresses, subject, body }) => {
        if (!to_addresses.includes(email)) return { refused: [], putOff: [], serverResponse: '' }
        if (defers(subject))
          return { refused: [], putOff: [email], serverResponse: 'The mail server deferred it: 451 later' }
        sent.push({ subject, body })
        return { refused: [], putOff: [], serverResponse: '' }
      },
      reachable: async () => true,
      close: () => {},
    },
  })
  onTestFinished(sender.stop)
  return {
    sent,
    ready: sender.ready,
    subjects: () => sent.map(({ subject }) => subject),
    wake: async (deferred: (subject: string) => boolean = () => false) => {
      defers = deferred
      await sender.wake()
    },
    pass: (ms: number) => {
      later += ms
    },
  }
}
