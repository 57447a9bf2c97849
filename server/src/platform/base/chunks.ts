import type { Readable } from 'node:stream'

/** The chunks of a byte stream; Node's own type leaves open what a stream yields. */
export const chunksOf = (stream: Readable): AsyncIterable<Buffer> => stream
