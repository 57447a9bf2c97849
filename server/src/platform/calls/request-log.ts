import type { FastifyInstance } from 'fastify'
import { hasher, type Log } from '../base/log.ts'

/** One line per request: which call, its result, its duration. Never an address, a name or what was sent. */
export const logRequests = (app: FastifyInstance, { log, logKey }: { log: Log; logKey: Uint8Array }) => {
  const mark = hasher(logKey)
  app.addHook('onResponse', async (request, reply) => {
    const { caller } = request
    log.info(
      {
        call: request.call || 'page or file',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        request: request.id,
        role: caller?.role,
        person: caller ? mark(caller.person) : undefined,
        project: caller?.project,
      },
      'request',
    )
  })
}
