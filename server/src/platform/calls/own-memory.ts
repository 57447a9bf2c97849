import type { ServerResponse } from 'node:http'
import type { OnReadOpts, Socket } from 'node:net'
import type { Readable } from 'node:stream'

const pieceBytes = 128 * 1024
const ours = new WeakSet<ArrayBufferLike>()

/** For a socket: each chunk it reads has its own memory, which is tracked here and, unlike that of most buffers, never shared. */
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
 * Frees the memory of such chunks as soon as the system has taken them from the response they are piped to. Left to garbage collection,
 * they make V8 mark the whole heap for every 64 MB that pass, which was three quarters of all the work for a series. A chunk is done once a
 * later one arrives: sockets and pipes keep the order. If that were ever wrong, the response would break off.
 */
export const releaseSentChunks = (response: ServerResponse) =>
  response.once('pipe', (source: Readable) => {
    const passed = new Set<ArrayBuffer>()
    // Runs before the pipe writes this chunk: if nothing is waiting, every earlier one has left.
    source.prependListener('data', ({ buffer }: Buffer<ArrayBuffer>) => {
      if (buffer.detached) source.destroy(new Error('A piece was given back before it left'))
      if (response.writableLength === 0) {
        passed.delete(buffer)
        for (const earlier of passed) earlier.transfer(0)
        passed.clear()
      }
      if (ours.has(buffer)) passed.add(buffer)
    })
  })
