import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What every response tells browsers and caches. Pages, public pictures and the demo override some of it, with a comment why. */
export const responseHeaders = ({ publicUrl }: { publicUrl: string }): Record<string, string> => ({
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
})

/** What only documents tell browsers, in addition. A page waits for a dozen calls and dozens of files, which repeat every header. */
export const documentHeaders = {
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-permitted-cross-domain-policies': 'none',
}

/**
 * What scripts, styles and fonts are sent without: their document says it for the page, and what they load themselves is of this origin.
 */
export const unneededByParts = ['content-security-policy', 'permissions-policy', 'referrer-policy', 'x-frame-options']

/** Set below the framework's own headers: they also apply to responses that the framework does not send, and routes can override them. */
export const setHeaders = (headers: Record<string, string>) => (request: FastifyRequest, reply: FastifyReply) => {
  for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value)
  reply.raw.setHeader('x-request-id', request.id)
}

export const setHeadersOfResponses = (app: FastifyInstance, headers: Record<string, string>) => {
  const put = setHeaders(headers)
  app.addHook('onRequest', async (request, reply) => put(request, reply))
}
