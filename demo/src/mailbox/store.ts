import { createHash, randomUUID } from 'node:crypto'
import { link, open, readdir, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '@fornix/server/platform/base/make-folder.ts'
import PostalMime, { type Address } from 'postal-mime'

/**
 * Attachment sizes in bytes, SHA-256 in hex, to tell whether a file came whole; dates in ISO 8601. `bcc` are the recipients that no header
 * names.
 */
export type DemoMessage = {
  id: string
  to: string[]
  cc: string[]
  bcc: string[]
  from: string
  subject: string
  text: string
  links: string[]
  attachments: { filename: string; size: number; sha256: string }[]
  date: string
}
export type DemoMailbox = Awaited<ReturnType<typeof openMailbox>>

const envelopeHeader = 'X-Demo-Recipients'
const receivedHeader = 'X-Demo-Received'

const flat = (addresses: Address[] = []): string[] =>
  addresses.flatMap((entry) => (entry.group ? flat(entry.group) : [entry.address ?? '']))

const linksIn = (text: string) =>
  [...text.matchAll(/https?:\/\/[^\s<>"']+/g)].map(([found]) => found.replace(/[.,;:!?)\]]+$/, ''))

const measured = (content: string | ArrayBuffer | Uint8Array) => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
  return { size: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') }
}

const read = async (id: string, raw: Buffer): Promise<DemoMessage & { received: string }> => {
  const mail = await PostalMime.parse(raw)
  const header = (name: string) => mail.headers.find(({ key }) => key === name.toLowerCase())?.value ?? ''
  const to = flat(mail.to)
  const cc = flat(mail.cc)
  const named = new Set([...to, ...cc].map((address) => address.toLowerCase()))
  const text = mail.text ?? ''
  const received = header(receivedHeader)
  return {
    id,
    to,
    cc,
    bcc: header(envelopeHeader)
      .split(',')
      .map((address) => address.trim())
      .filter((address) => address !== '' && !named.has(address.toLowerCase())),
    from: mail.from?.address ?? '',
    subject: mail.subject ?? '',
    text,
    links: [...new Set(linksIn(text))],
    // An invitation also stands in the mail as another version of its text, which has neither name nor disposition.
    attachments: mail.attachments
      .filter(({ filename, disposition }) => filename || disposition)
      .map(({ filename, content }) => ({ filename: filename ?? 'unnamed', ...measured(content) })),
    date: mail.date ?? received,
    received,
  }
}

/** Messages as .eml files in a folder, complete or absent; the same Message-ID is kept once. */
export const openMailbox = async (folder: string) => {
  await makeFolder(folder)
  const cache = new Map<string, Awaited<ReturnType<typeof read>>>()

  const load = async () => {
    const files = await readdir(folder)
    // What a kill left half written was never acknowledged: the sender brings it again.
    for (const name of files.filter((file) => file.endsWith('.eml'))) {
      const id = name.replace('.eml', '')
      if (!cache.has(id)) cache.set(id, await read(id, await readFile(join(folder, name))))
    }
  }

  return {
    /** Returns once the message is on disk. */
    add: async (raw: Buffer, recipients: string[]) => {
      const { messageId } = await PostalMime.parse(raw)
      const id = createHash('sha256')
        .update(messageId ?? raw)
        .digest('hex')
        .slice(0, 32)
      const head = `${receivedHeader}: ${new Date().toISOString()}\r\n${envelopeHeader}: ${recipients.join(',\r\n ')}\r\n`
      const part = join(folder, `${randomUUID()}.part`)
      const file = await open(part, 'wx', 0o600)
      try {
        await file.writeFile(Buffer.concat([Buffer.from(head), raw]))
        await file.sync()
      } finally {
        await file.close()
      }
      // link() refuses an existing name, where rename() would replace the first copy.
      await link(part, join(folder, `${id}.eml`)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
      })
      await unlink(part)
    },
    /** Newest first; `to` picks the messages that this address got in whichever way. */
    list: async (to?: string): Promise<DemoMessage[]> => {
      await load()
      const wanted = to?.trim().toLowerCase()
      return [...cache.values()]
        .filter(
          (message) =>
            !wanted ||
            [...message.to, ...message.cc, ...message.bcc].some((address) => address.toLowerCase() === wanted),
        )
        .sort((a, b) => b.received.localeCompare(a.received) || b.id.localeCompare(a.id))
        .map(({ received: _, ...message }) => message)
    },
  }
}
