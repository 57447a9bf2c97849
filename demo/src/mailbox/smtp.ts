import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import type { DemoMailbox } from './store.ts'

const maxBytes = 40 * 1024 * 1024

const unknownHost = '@no-mailbox.example'

/** A real SMTP server on the loopback interface that delivers into the demo mailbox. `port` 0 takes a free one. */
export const startDemoSmtp = async (mailbox: Pick<DemoMailbox, 'add'>, port = 0) => {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: maxBytes,
    logger: false,
    // A sender keeps connections open between mails; stopping does not wait for them.
    closeTimeout: 1000,
    // So that the demo also shows what cannot be delivered.
    onRcptTo: ({ address }, _session, done) =>
      done(
        address.toLowerCase().endsWith(unknownHost)
          ? Object.assign(new Error('No such mailbox here'), { responseCode: 550 })
          : null,
      ),
    onData: (stream, session, done) => {
      buffer(stream)
        .then((raw) => {
          if (stream.sizeExceeded) throw Object.assign(new Error('Message too large'), { responseCode: 552 })
          return mailbox.add(
            raw,
            session.envelope.rcptTo.map(({ address }) => address),
          )
        })
        .then(() => done(), done)
    },
  })
  // A client that drops its connection is none of our trouble.
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: bound } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${bound}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
