import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Figure } from '../../bench/report.ts'
import { ask } from '../calls.ts'
import { startPortal } from '../portal.ts'

const count = 400

/** Sockets that send a header now and then and never the last: how long they stay open, and whether others are served. */
export const drillSlowHeaders = async (): Promise<Figure[]> => {
  const portal = await startPortal()
  try {
    let open = 0
    const begun = performance.now()
    const sockets = Array.from({ length: count }, () => {
      const socket = connect(portal.port, '127.0.0.1')
      socket.on('connect', () => {
        open++
        socket.write('GET / HTTP/1.1\r\nHost: drill\r\n')
      })
      socket.on('error', () => {})
      socket.once('close', () => open--)
      socket.resume()
      return socket
    })
    const trickle = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write('X-Slow: 1\r\n')
    }, 1000)
    while (open < count && performance.now() - begun < 5000) await pause(20)
    const opened = open
    let slowest = 0
    while (open > 0 && performance.now() - begun < 30_000) {
      slowest = Math.max(slowest, (await ask(`${portal.address}/healthz`)).ms)
      await pause(50)
    }
    clearInterval(trickle)
    return [
      { what: 'slow headers: sockets open at once', value: opened, unit: '', atLeast: count },
      { what: 'slow headers: all closed after', value: (performance.now() - begun) / 1000, unit: 's', atMost: 7 },
      { what: 'slow headers: slowest other answer', value: slowest, unit: 'ms', atMost: 1000 },
    ]
  } finally {
    await portal.stop()
  }
}
