import { type SiteStatus, siteStatusPath } from '@fornix/contract'
import type { FastifyInstance } from 'fastify'
import { cachedFor } from '../base/cached-for.ts'
import { type Probes, statesOf } from './health.ts'

export type PortalProbes = Probes<'database' | 'files' | 'archive' | 'mail'>

const cachedMs = 5000

/**
 * Public status of the portal's parts: whether they work, never why. One check serves all requests for five seconds, so that requests cost
 * the database nothing.
 */
export const statusRoute = (app: FastifyInstance, probes: PortalProbes) => {
  const status = cachedFor(cachedMs, async (): Promise<SiteStatus> => {
    const { database, files, archive, mail } = await statesOf(probes)
    const works = (state: string) => state === 'ok'
    return {
      parts: { records: works(database), files: works(files), images: works(archive), email: works(mail) },
      checked_at: new Date().toISOString(),
    }
  })
  app.get(siteStatusPath, async (_request, reply) => reply.header('cache-control', 'no-store').send(await status()))
}
