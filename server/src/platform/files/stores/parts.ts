import type { Readable } from 'node:stream'
import { ByteQueue } from '../../base/byte-queue.ts'

export type Part = { bytes: Buffer; last: boolean }

/** The stream in parts of `size` bytes, the last one shorter; one empty part if the stream is empty. */
export async function* partsOf(stream: Readable, size: number): AsyncGenerator<Part> {
  const waiting = new ByteQueue()
  for await (const piece of stream) {
    waiting.push(typeof piece === 'string' ? Buffer.from(piece) : piece)
    // One byte more than a part, to know which part is the last.
    while (waiting.length > size) yield { bytes: waiting.take(size), last: false }
  }
  yield { bytes: waiting.length > 0 ? waiting.take(waiting.length) : Buffer.alloc(0), last: true }
}
