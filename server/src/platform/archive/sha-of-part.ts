import { createHash } from 'node:crypto'
import { Dicer } from '@fastify/busboy'
import type { ArchiveAnswer } from './archive.ts'

/** The hash of the one part of a multipart answer. */
export const sha256OfOnly = ({ headers, body }: ArchiveAnswer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1]
    if (!boundary || Buffer.isBuffer(body)) return reject(new Error('The archive did not answer in parts'))
    const hash = createHash('sha256')
    const parts = new Dicer({ boundary })
    parts.on('part', (part) => part.on('data', (bytes: Buffer) => hash.update(bytes)))
    parts.on('finish', () => resolve(hash.digest())).on('error', reject)
    body.on('error', reject).pipe(parts)
  })
