import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../base/log.ts'
import type { Database } from './db.ts'

type Options = {
  database: Pick<Database, 'dedicated'>
  channel: string
  onMessage: (payload: string) => void
  /** Called each time the connection reopens: messages in between were missed. */
  onGap: () => void
  log: Log
  probeMs?: number
  firstDelayMs?: number
}

const maxDelayMs = 30_000

/**
 * Listens on a database channel, on its own connection. A connection that breaks, or goes silent without being closed, is replaced, as
 * often as needed.
 */
export const listenForChanges = ({ probeMs = 30_000, firstDelayMs = 1000, ...options }: Options) => {
  const { database, channel, onMessage, onGap, log } = options
  const stopping = new AbortController()
  const { signal } = stopping
  let failures = 0
  let opened = false

  const listen = async () => {
    const client = database.dedicated()
    const broken = new Promise<never>((_, reject) => {
      client.on('error', reject)
      client.on('end', () => reject(new Error('The connection ended')))
    })
    broken.catch(() => {})
    client.on('notification', ({ payload }) => payload && onMessage(payload))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      failures = 0
      if (opened) onGap()
      opened = true
      for (;;) {
        await Promise.race([broken, wait(probeMs, undefined, { signal })])
        await client.query('select 1')
      }
    } finally {
      await client.end().catch(() => {})
    }
  }

  const run = async () => {
    while (!signal.aborted) {
      await listen().catch((err: Error) => signal.aborted || log.warn({ err }, 'changes are not heard'))
      const delay = Math.min(firstDelayMs * 2 ** failures++, maxDelayMs)
      await wait(delay, undefined, { signal }).catch(() => {})
    }
  }
  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}
