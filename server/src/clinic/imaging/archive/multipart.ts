import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ArchiveResponse } from '../../../platform/calls/send-response.ts'

/** A part of a multipart response: its type, its length in bytes if known, and its bytes when it is their turn. */
export type Part = { contentType: string; length?: number; open: () => AsyncIterable<Buffer> }

/** A multipart/related response (RFC 2387); a part is opened only after the previous one was read. */
export const multipartOf = (parts: Iterable<Part> | AsyncIterable<Part>, type: string): ArchiveResponse => {
  const boundary = randomUUID()
  const body = async function* () {
    for await (const { contentType, length, open } of parts) {
      const size = length === undefined ? '' : `Content-Length: ${length}\r\n`
      yield Buffer.from(`--${boundary}\r\nContent-Type: ${contentType}\r\n${size}\r\n`)
      yield* open()
      yield Buffer.from('\r\n')
    }
    yield Buffer.from(`--${boundary}--\r\n`)
  }
  return {
    headers: { 'content-type': `multipart/related; type="${type}"; boundary=${boundary}` },
    body: Readable.from(body(), { objectMode: false }),
  }
}
