import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const maxBytes = 32 * 1024 * 1024
const timeoutMs = 5000

/**
 * Reads and discards the rest of a refused request. Closing the connection while the client is sending may lose the response (RFC 9112,
 * 9.6); a body that does not end is cut off all the same.
 */
export const drainBody = async (raw: IncomingMessage) => {
  const over = new AbortController()
  let bytes = 0
  const end = () => over.abort()
  raw
    .on('data', (piece: Buffer) => {
      bytes += piece.length
      if (bytes > maxBytes) end()
    })
    .once('close', end)
    .once('end', end)
  if (!raw.complete) await pause(timeoutMs, undefined, { signal: over.signal }).catch(() => {})
}
