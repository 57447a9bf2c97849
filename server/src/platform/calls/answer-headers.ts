import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * What every answer says to browsers and caches. Pages, public pictures and the demo replace some of it, always with a reason beside it.
 */
export const answerHeaders = ({ publicUrl }: { publicUrl: string }): Record<string, string> => ({
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
})

/**
 * What says something about documents and frames only. Scripts, styles and fonts are answers that a page asks for by the dozen, each with
 * headers that HTTP/1.1 does not compress: they leave without these.
 */
export const headersOfDocuments = [
  'content-security-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
]

/** Below the framework's own headers: they hold for answers that it does not send itself, and give way to what a route says. */
export const setHeaders = (headers: Record<string, string>) => (request: FastifyRequest, reply: FastifyReply) => {
  for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value)
  reply.raw.setHeader('x-request-id', request.id)
}

export const setHeadersOfAnswers = (app: FastifyInstance, headers: Record<string, string>) => {
  const put = setHeaders(headers)
  app.addHook('onRequest', async (request, reply) => put(request, reply))
}
