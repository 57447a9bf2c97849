import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

type Arrived = {
  id: string
  to: string[]
  size: number
  from: string
  replyTo: string
  /** What the header says, or nothing. */
  autoSubmitted: string
  subject: string
  files: string[]
}
export type Behaviour = Partial<SMTPServerOptions> & { port?: number; drop?: 'in data' | 'after data' }

/** How a mail server refuses something. */
export const refuse = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

/** A mail server that does what a test says; `arrived` is every message that it took, repetitions too. */
export const mailServer = async ({ port = 0, drop, ...options }: Behaviour = {}) => {
  const arrived: Arrived[] = []
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const behaviour = { drop }
  const breakOff = () => {
    for (const socket of sockets) socket.end()
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    ...options,
    onMailFrom: (address, session, done) => {
      commands.push(`from ${address.address}`)
      if (options.onMailFrom) options.onMailFrom(address, session, done)
      else done()
    },
    onData: (stream, session, done) => {
      const dropping = behaviour.drop
      behaviour.drop = undefined
      if (dropping === 'in data') return breakOff()
      const take = async () => {
        const raw = await buffer(stream)
        const mail = await PostalMime.parse(raw)
        const message: Arrived = {
          id: mail.messageId ?? '',
          to: session.envelope.rcptTo.map(({ address }) => address),
          size: raw.length,
          from: `${mail.from?.name} <${mail.from?.address}>`,
          replyTo: mail.replyTo?.[0]?.address ?? '',
          autoSubmitted: mail.headers.find(({ key }) => key === 'auto-submitted')?.value ?? '',
          subject: mail.subject ?? '',
          files: mail.attachments.map(({ filename }) => filename ?? ''),
        }
        if (options.onData) return options.onData(Readable.from([raw]) as never, session, accept(message, done))
        arrived.push(message)
        if (dropping === 'after data') breakOff()
        else done()
      }
      void take()
    },
  })
  const accept = (message: Arrived, done: (error?: Error | null) => void) => (error?: Error | null) => {
    if (!error) arrived.push(message)
    done(error)
  }
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const bound = (server.server.address() as AddressInfo).port
  return { arrived, commands, port: bound, url: `smtp://localhost:${bound}` }
}
