import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port of the loopback that nobody listens on, for programs that have to be told one. */
export const freePort = async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (!address || typeof address === 'string') throw new Error('no port')
  return address.port
}
