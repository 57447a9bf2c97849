import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requestBegan, requestEnded } from '../base/signals.ts'
import { wantsPage } from './web-app.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call's name in the contract. */
    callName?: string
    /** Whether the call itself responds to requests for HTML. */
    respondsWithPages?: boolean
  }
}

const named: Record<string, string> = {
  '/healthz': 'health',
  '/readyz': 'health',
  '/openapi.json': 'openapi',
}

/** One of a few words, whatever the address: a label that visitors could choose would grow without end, and leak data. */
const nameOf = (request: FastifyRequest) => {
  const { config, url = '' } = request.routeOptions
  if (config?.callName && !wantsPage(request)) return config.callName
  return named[url] ?? (url.startsWith('/assets/') ? 'asset' : 'page')
}

/** Publishes when each request begins, and when its response is sent or its client is gone. */
export const publishRequests = (app: FastifyInstance) =>
  app.addHook('onRequest', (request, reply, done) => {
    const began = performance.now()
    const { id, method } = request
    reply.raw.once('close', () =>
      requestEnded.publish({
        id,
        call: nameOf(request),
        method,
        status: reply.raw.statusCode,
        seconds: (performance.now() - began) / 1000,
      }),
    )
    requestBegan.run({ id }, done)
  })
