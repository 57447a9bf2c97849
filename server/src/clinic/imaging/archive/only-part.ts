import { createHash } from 'node:crypto'
import { PassThrough, pipeline, type Readable } from 'node:stream'
import { Dicer } from '@fastify/busboy'
import { chunksOf } from '../../../platform/base/chunks.ts'
import type { ArchiveResponse } from '../../../platform/calls/send-response.ts'

/** The bytes of a multipart response's only part, read from the archive as fast as they are consumed; `onType` receives their type. */
export const onlyPart = ({ headers, body }: ArchiveResponse, onType?: (type: string) => void): Readable => {
  const bytes = new PassThrough()
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1]
  if (!boundary || Buffer.isBuffer(body)) return bytes.destroy(new Error('The archive did not answer in parts'))
  const parts = new Dicer({ boundary })
  parts.on('part', (part) => {
    part.on('error', (error) => bytes.destroy(error))
    part.on('header', (header) => onType?.(String(new Map(Object.entries(header)).get('content-type') ?? '')))
    part.pipe(bytes)
  })
  pipeline(body, parts, (error) => {
    if (error) bytes.destroy(error)
  })
  // When the consumer stops, reading from the archive ends too.
  bytes.once('close', () => body.destroy())
  return bytes
}

export const sha256OfOnly = async (response: ArchiveResponse): Promise<Buffer> => {
  const hash = createHash('sha256')
  for await (const chunk of chunksOf(onlyPart(response))) hash.update(chunk)
  return hash.digest()
}
