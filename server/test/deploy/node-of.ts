import { once } from 'node:events'
import { createServer } from 'node:http'

/** A node of one version: it is ready, and has the files of its own pages alone. */
export const nodeOf = async (version: string) => {
  const asked: string[] = []
  const node = createServer(({ url = '' }, reply) => {
    if (url !== '/readyz') asked.push(url)
    reply.writeHead(url === '/readyz' || url === `/assets/${version}.js` ? 200 : 404).end(version)
  })
  await once(node.listen(0, '127.0.0.1'), 'listening')
  const at = node.address()
  return { asked, port: at && typeof at === 'object' ? at.port : 0, close: () => node.close() }
}
