import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What every response tells browsers and caches. Pages, public pictures and the demo override some of it, with a comment why. */
export const responseHeaders = ({ publicUrl }: { publicUrl: string }): Record<string, string> => ({
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
 * Headers that only matter for documents and frames. Scripts, styles and fonts are sent without them: a page requests dozens, and HTTP/1.1
 * does not compress headers.
 */
export const headersOfDocuments = [
  'content-security-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
]

/** Set below the framework's own headers: they also apply to responses that the framework does not send, and routes can override them. */
export const setHeaders = (headers: Record<string, string>) => (request: FastifyRequest, reply: FastifyReply) => {
  for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value)
  reply.raw.setHeader('x-request-id', request.id)
}

export const setHeadersOfResponses = (app: FastifyInstance, headers: Record<string, string>) => {
  const put = setHeaders(headers)
  app.addHook('onRequest', async (request, reply) => put(request, reply))
}
