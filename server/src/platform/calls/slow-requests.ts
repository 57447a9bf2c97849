import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Large, and may take as long as the server's request timeout allows. */
    slowBody?: boolean
  }
}

/** Closes a connection whose request has not fully arrived in time: a body that trickles in holds memory and a socket. */
export const closeSlowRequests = (app: FastifyInstance, afterMs: number) =>
  app.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
    if (raw.complete || routeOptions.config?.slowBody) return
    const end = setTimeout(() => raw.complete || raw.destroy(), afterMs)
    reply.raw.once('close', () => clearTimeout(end))
  })
