import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** What the way to a server does: let through, refuse, hold everything up, or take connections and say nothing. */
export type Way = 'open' | 'refusing' | 'slow' | 'hanging'

const slowMs = 1000

/** A way to a port that can be broken. `from`: the address at which it begins. */
export const tcpWay = async (to: number, from = '127.0.0.1') => {
  let way: Way = 'open'
  let server: Server | undefined
  const sockets = new Set<Socket>()

  const carry = (from: Socket, on: Socket) => {
    sockets.add(from)
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      on.destroy()
    })
    from.on('data', (bytes) => {
      if (way === 'hanging') return
      if (way === 'slow') setTimeout(() => on.writable && on.write(bytes), slowMs)
      else on.write(bytes)
    })
  }
  const listen = async (port: number) => {
    server = createServer((visitor) => {
      const inside = connect(to, '127.0.0.1')
      carry(visitor, inside)
      carry(inside, visitor)
    })
    server.listen(port, from)
    await once(server, 'listening')
  }
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  await listen(0)
  const at = server?.address()
  const port = typeof at === 'object' && at ? at.port : 0

  return {
    port,
    become: async (next: Way) => {
      const wasHanging = way === 'hanging'
      way = next
      if (next === 'refusing') {
        server?.close()
        server = undefined
        cut()
      } else if (!server) await listen(port)
      // What was swallowed is missing in the middle of these.
      if (wasHanging) cut()
    },
    close: () => {
      server?.close()
      cut()
    },
  }
}
