import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const mostBytes = 32 * 1024 * 1024
const patienceMs = 5000

/**
 * Reads what a refused request still sends, and keeps none of it. A connection that is closed under its sender may take the
 * answer with it (RFC 9112, 9.6); one that goes on without an end is closed all the same.
 */
export const drainBody = async (raw: IncomingMessage) => {
  const over = new AbortController()
  let bytes = 0
  const end = () => over.abort()
  raw
    .on('data', (piece: Buffer) => {
      bytes += piece.length
      if (bytes > mostBytes) end()
    })
    .once('close', end)
    .once('end', end)
  if (!raw.complete) await pause(patienceMs, undefined, { signal: over.signal }).catch(() => {})
}
