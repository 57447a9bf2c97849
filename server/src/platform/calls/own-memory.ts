import type { ServerResponse } from 'node:http'
import type { OnReadOpts, Socket } from 'node:net'
import type { Readable } from 'node:stream'

const pieceBytes = 128 * 1024
const ours = new WeakSet<ArrayBufferLike>()

/** For a socket: each piece that it reads lies in memory of its own, which is known here and, unlike that of most buffers, never shared. */
export const ownMemory: OnReadOpts = {
  buffer: () => {
    const piece = Buffer.allocUnsafeSlow(pieceBytes)
    ours.add(piece.buffer)
    return piece
  },
  callback(this: Socket, bytes, piece) {
    return this.push(piece.subarray(0, bytes))
  },
}

/**
 * Gives the memory of such pieces back as soon as the system has taken them from the answer that they are piped to. Left to be
 * collected they make V8 mark the whole heap for every 64 MB that pass by, which was three quarters of all the work with a series.
 * A piece is done with once a later one comes: sockets and pipes keep the order. Were it not, the answer would break off.
 */
export const releaseSentChunks = (answer: ServerResponse) =>
  answer.once('pipe', (source: Readable) => {
    const passed = new Set<ArrayBuffer>()
    // Before the pipe writes this piece: if nothing waits, every earlier one has left.
    source.prependListener('data', ({ buffer }: Buffer<ArrayBuffer>) => {
      if (buffer.detached) source.destroy(new Error('A piece was given back before it left'))
      if (answer.writableLength === 0) {
        passed.delete(buffer)
        for (const earlier of passed) earlier.transfer(0)
        passed.clear()
      }
      if (ours.has(buffer)) passed.add(buffer)
    })
  })
