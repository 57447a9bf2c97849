import { createServer } from 'node:net'
import type { Config } from './config.ts'

const probe = (port: number, host: string) =>
  new Promise<void>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, host, () => server.close(() => resolve()))
  })

/** Fails the way listening would, before anything is created in vain. */
export const probePorts = async ({ PORT, HOST, METRICS_PORT, METRICS_HOST }: Config) => {
  await probe(PORT, HOST)
  if (METRICS_PORT !== undefined) await probe(METRICS_PORT, METRICS_HOST)
}
