import { once } from 'node:events'
import { createServer } from 'node:http'

/** A node of one version, which has the files of its own pages alone. `unready`: what /readyz says with 503. */
export const nodeOf = async (version: string, unready?: Record<string, string>) => {
  const asked: string[] = []
  let checks = 0
  const node = createServer(({ url = '' }, reply) => {
    if (url === '/readyz')
      return reply.writeHead(unready ? 503 : 200).end(JSON.stringify(unready ?? { database: 'ok' }))
    if (url === '/healthz') {
      checks++
      return reply.end()
    }
    asked.push(url)
    return reply.writeHead(['/', `/assets/${version}.js`].includes(url) ? 200 : 404).end(version)
  })
  await once(node.listen(0, '127.0.0.1'), 'listening')
  const at = node.address()
  return { asked, checks: () => checks, port: at && typeof at === 'object' ? at.port : 0, close: () => node.close() }
}
