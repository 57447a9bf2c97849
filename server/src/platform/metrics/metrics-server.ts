import { createServer } from 'node:http'
import { responseHeaders } from '../calls/response-headers.ts'
import type { Config } from '../settings/config.ts'
import type { Measured } from './gauges.ts'
import { openMetrics } from './metrics.ts'

type Needs = Measured & {
  config: Pick<Config, 'METRICS_PORT' | 'METRICS_HOST' | 'publicUrl'>
}

/** Serves `/metrics` on a separate port that the proxy in front of the portal does not forward. Null if no port is set. */
export const startMetrics = async ({ config, ...platform }: Needs) => {
  const { METRICS_PORT: port, METRICS_HOST: host } = config
  if (port === undefined) return null
  const metrics = openMetrics(platform)
  const headers = responseHeaders(config)
  const server = createServer({ headersTimeout: 5000, requestTimeout: 10_000 }, async ({ method, url }, response) => {
    const isAsked = method === 'GET' && url === '/metrics'
    const text = isAsked ? await metrics.text().catch(() => undefined) : ''
    const status = text === undefined ? 500 : isAsked ? 200 : 404
    response.writeHead(status, { ...headers, 'content-type': isAsked ? metrics.contentType : 'text/plain' }).end(text)
  })
  server.maxConnections = 20
  server.setTimeout(30_000)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const bound = typeof address === 'object' && address ? address.port : port
  platform.log.info({ port: bound }, 'metrics')
  return {
    port: bound,
    stop: async () => {
      metrics.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
