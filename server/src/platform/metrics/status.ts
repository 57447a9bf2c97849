import { type SiteStatus, siteStatusPath } from '@fornix/contract'
import type { FastifyInstance } from 'fastify'
import { type Probes, statesOf } from './health.ts'

export type PortalProbes = Probes<'database' | 'files' | 'archive' | 'mail'>

const keptMs = 5000

/**
 * Public status of the portal's parts: whether they work, never why. One check serves all requests for five seconds, so that requests cost
 * the database nothing.
 */
export const statusRoute = (app: FastifyInstance, probes: PortalProbes) => {
  let last: { at: number; status: Promise<SiteStatus> } | undefined
  const look = async (): Promise<SiteStatus> => {
    const { database, files, archive, mail } = await statesOf(probes)
    const works = (state: string) => state === 'ok'
    return {
      parts: { records: works(database), files: works(files), images: works(archive), email: works(mail) },
      checked_at: new Date().toISOString(),
    }
  }
  app.get(siteStatusPath, async (_request, reply) => {
    if (!last || performance.now() - last.at > keptMs) last = { at: performance.now(), status: look() }
    return reply.header('cache-control', 'no-store').send(await last.status)
  })
}
